package exec

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"testing"
	"time"

	"sinew/exec/body"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

var tomorrow = call.Value{Kind: call.Pick, Span: text.Whole("tomorrow"), Read: pick.Value{
	Kind: pick.Date, Date: pick.DateReading{Form: pick.InDays, Days: 1},
}}

func TestADateOfAnArgvIsADayOfTheRun(t *testing.T) {
	s := newScene(t, argv("echo", "{one}"))
	s.machine.Today = pick.Day{Year: 2026, Month: time.December, Day: 31}
	got, err := s.run(t.Context(), call.Arg{Name: "one", Value: tomorrow})
	if err != nil || got.Text != "2027-01-01" {
		t.Errorf("%q, %v\n%s", got.Text, err, s.messages)
	}
}

func TestAFileBodyGetsTheDayAndTheResultsItsCallIsAbout(t *testing.T) {
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node 20 or newer")
	}
	s := newScene(t, &manifest.Manifest{Run: manifest.Run{File: "it.mjs"}, Args: []manifest.Argument{
		{Name: "day", Source: manifest.Pick, Pick: "date"}, {Name: "errs", Source: manifest.Takes, Takes: "errors"},
	}})
	s.machine.Node = node
	s.write(t, s.body.Dir+"/it.mjs", `export default args => ({ text: "got", data: args })`)
	day := call.Arg{Name: "day", Value: tomorrow}

	const lacking = "running it: it takes errors, which a step before it in the same request returns"
	var problem diag.Problem
	if _, err := s.run(t.Context(), day); !errors.As(err, &problem) || err.Error() != lacking || !reflect.DeepEqual(problem.Fix, diag.Show("it")) {
		t.Errorf("without a result: %v", err)
	}
	s.body.Taken = map[string]json.RawMessage{"errors": json.RawMessage(`{"service":"checkout","rate":0.084,"since":null}`)}
	if _, err := s.run(t.Context(), day); !errors.As(err, &problem) || err.Error() != `running it: "tomorrow" is not a date` {
		t.Errorf("without a day: %v", err)
	}
	if left := s.left(t); len(left) != 0 {
		t.Errorf("a folder was made before the values were: %q", left)
	}
	s.machine.Today = pick.Day{Year: 2026, Month: time.December, Day: 31}
	got, err := s.run(t.Context(), day)
	if want := `{"day":"2027-01-01","errs":{"service":"checkout","rate":0.084,"since":null}}`; err != nil || string(got.Data) != want {
		t.Errorf("%s, %v\n%s", got.Data, err, s.messages)
	}
}

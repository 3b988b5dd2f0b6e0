package run_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
)

// FuzzWhatABodyReturns gives the first step of a few plans any result: what the
// next takes is a value of its kind by itself, or it does not run.
func FuzzWhatABodyReturns(f *testing.F) {
	for _, data := range []string{
		``, `null`, `{}`, `[]`, `{"address":"ida@b.example"}`, `{"address":["a@b.example"]}`, `{"span":90}`, `{"span":-1e300}`, `{"span":"1 hour"}`,
		`{"day":"2026-05-06"}`, `{"day":"tomorrow"}`, `{"note":"so \"long\""}`, `{"note":"a\nb"}`, `{"dry":[{"bed":3},{}]}`, `{"dry":{}}`, `{"dry":[1]}`, `{"wet":3}`,
		`{"address":"a@b.example","address":null}`, `{"crate":"AB-12"`, "{\"note\":\"\xff\"}",
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		cat := set(t)
		for _, said := range [][]string{
			{"find Ida", "send to them"}, {"find Ida", "send a@b.example a note and copy them"}, {"find Ida", "rest that span"}, {"find Ida", "on that day"},
			{"find Ida", "tell that note to all"}, {"find Ida", "weigh it all"}, {"list what is dry", "water them"},
		} {
			_, p := plan.Make(cat, parts(cat, said...), nil)
			m := run.New(cat, p, false)
			if _, ok := m.Begin(1); !ok {
				t.Fatalf("%q does not begin", said)
			}
			m.Finished(1, data)
			checkTook(t, m, p, data)
		}
	})
}

func checkTook(t *testing.T, m *run.Machine, p plan.Plan, data json.RawMessage) {
	t.Helper()
	for _, a := range m.Due() {
		switch a.Kind {
		case run.Decide:
			if !strings.Contains(a.Text, p.Step(2).Text[:4]) {
				t.Fatalf("%q of %q", a.Text, p.Step(2).Text)
			}
		case run.Body:
			start, ok := m.Begin(2)
			c, granted := start.Permit.Call()
			if !ok || !granted {
				t.Fatalf("%+v", a)
			}
			for _, b := range p.Into(2) {
				v, _ := c.Arg(b.Arg)
				if b.Via == plan.Fill && !plan.Absolute(v.Shown(), b.Kind) {
					t.Fatalf("%s from %s", c, data)
				}
			}
		}
	}
}

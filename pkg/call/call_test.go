package call_test

import (
	"encoding/json"
	"testing"

	"sinew/pkg/call"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

func TestALengthAcrossUnitsSaysHowItIsTyped(t *testing.T) {
	for written, want := range map[string]string{
		"1 hour 20 minutes":     `{"type":"pick","span":{"start":0,"end":17,"text":"1 hour 20 minutes"},"value":{"type":"duration","value":4800},"typed":"1 hour 20 minutes"}`,
		"2 hours and 5 minutes": `{"type":"pick","span":{"start":0,"end":21,"text":"2 hours and 5 minutes"},"value":{"type":"duration","value":7500},"typed":"2 hours and 5 minutes"}`,
		"20 minutes":            `{"type":"pick","span":{"start":0,"end":10,"text":"20 minutes"},"value":{"type":"duration","value":1200}}`,
		"1h20m":                 `{"type":"pick","span":{"start":0,"end":5,"text":"1h20m"},"value":{"type":"duration","value":4800}}`,
		"an hour and a half":    `{"type":"pick","span":{"start":0,"end":18,"text":"an hour and a half"},"value":{"type":"duration","value":5400}}`,
	} {
		value, ok := call.Picked(written, pick.Duration)
		line, err := json.Marshal(value)
		if !ok || err != nil || string(line) != want {
			t.Errorf("%q: %v %v\ngot  %s\nwant %s", written, ok, err, line, want)
		}
		if value.Shown() != written {
			t.Errorf("%q is shown as %q", written, value.Shown())
		}
	}
	if _, ok := call.Picked("1 hour or so", pick.Duration); ok {
		t.Error("a length with more words is read")
	}
}

func TestAValueSpelledOutIsShownAsTypedAndRecordedAsSaid(t *testing.T) {
	said := call.Value{
		Kind: call.Pick, Span: text.Span{Start: 7, End: 13, Text: "two oh"}, Read: pick.Value{Kind: pick.Number, Number: 20}, Typed: "20",
	}
	c := call.Call{Reflex: "boil", Args: []call.Arg{{Name: "cups", Value: said}}}
	if got := c.String(); got != `boil cups="20"` {
		t.Errorf("the call is %s", got)
	}
	if got := c.Record("boil a two oh").Asserts[0].Value; got != "two oh" {
		t.Errorf("the record states %q", got)
	}
}

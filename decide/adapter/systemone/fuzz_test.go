package systemone

import (
	"errors"
	"testing"

	"sinew/decide/question"
)

// FuzzDecode: no reply stops the program, what is accepted is valid, and what
// is not is a fault of an answer.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(good), false)
	f.Add([]byte(enveloped(good)), true)
	for _, reply := range []string{
		`{"answers":{"route":{"probabilities":{"kettle":1}},"` + isID + `":{"noul":1e-7}}}`,
		`{"answers":{"route":{"probabilities":{"kettle":0.5,"none":0.5,"radio":-0.0}},"` + isID + `":{"noul":0}}}`,
		shares(`{"kettle":1e999}`), shares(`{"kettle":"1"}`), shares(`{"\ud800":1}`), shares("{\"\xff\":1}"),
		`{"answers":{"` + isID + `":{"noul":0.5,"probabilities":{"yes":0.5}}}}`,
		`{"x":[[[{"y":[]}]]],"answers":{}}`, `{"answers":{},"answers":{}}`, `{"success":false}`, good + good, "",
	} {
		f.Add([]byte(reply), false)
		f.Add([]byte(enveloped(reply)), true)
	}
	asked := []question.Question{route, isJazz}
	f.Fuzz(func(t *testing.T, body []byte, clef bool) {
		name := "jev"
		if clef {
			name = "clef"
		}
		service, _ := Find(name)
		answers, err := service.Decode(body, asked)
		if err == nil {
			if len(answers) != len(asked) || question.Validate(asked, answers) != nil {
				t.Fatalf("accepted %v", answers)
			}
			return
		}
		fault, is := errors.AsType[*question.Fault](err)
		if !is || fault.Kind != question.Malformed && fault.Kind != question.Unanswered || fault.Question == "" || answers != nil {
			t.Fatalf("%v, %v", err, answers)
		}
		checkSafe(t, fault.Error())
	})
}

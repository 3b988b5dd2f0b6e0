package replay

import (
	"strings"

	"sinew/decide/question"
)

// unaskedYet is the answer to a question that a recording is too old to hold,
// or nil. Where a text has no answer about an argument's text without quotes at
// all, it was recorded before such texts were asked about in any case, and says
// of none (reading.md, "Evidence"). A recording that holds some and lacks the
// one that is asked is not older: that one is missing.
func (of *recorded) unaskedYet(q question.Question) question.Answer {
	kind := q.Subject.Kind
	if kind != question.First && kind != question.Run && kind != question.Word {
		return nil
	}
	pair := q.Subject.Reflex + "__" + q.Subject.Arg + "_"
	for _, a := range of.answers {
		for _, name := range []string{"first_", "run_", "word_"} {
			if number, ok := strings.CutPrefix(a.id, "weave."+name+pair); ok && isNumber(number) {
				return nil
			}
		}
	}
	if q.YesNo() {
		return question.Answer{question.Yes: 0}
	}
	return question.Answer{question.Unstated: 1}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

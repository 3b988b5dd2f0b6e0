package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/planner"
	"sinew/decide/words"
)

// planOver plans a sentence, the rounds' answers taken from a recording.
func planOver(t *testing.T, cat *catalog.Catalog, by *replay.Recording, said string) (plan.Plan, error) {
	t.Helper()
	p := planner.New(cat, cat.Reflexes(), said, reading.Beside{})
	var m weave.Memory
	for range 50 {
		open, out := p.Read(&m)
		if len(open) == 0 {
			return out, nil
		}
		for _, r := range open {
			answers, err := by.Answer(t.Context(), r.Words, r.Questions)
			if err == nil {
				err = question.Validate(r.Questions, answers)
			}
			switch {
			case err == nil:
				m.Keep(r, answers)
			case r.Optional:
				m.Lacks(r)
			default:
				return plan.Plan{}, fmt.Errorf("%q (%s): %w", r.Words, r.Reflex, err)
			}
		}
	}
	return plan.Plan{}, errors.New("it never ends")
}

// planLines are a plan's lines as they print, without why a call waits.
func planLines(p plan.Plan) []string {
	var lines []string
	for i := range p.Steps {
		s := &p.Steps[i]
		line := s.Line()
		switch s.Decision.Outcome {
		case gate.Run:
			line += "  " + words.P(s.Decision.Confidence)
		case gate.Confirm:
			line = s.Decision.Prompt.Own
		}
		lines = append(lines, strings.Join(append([]string{line}, p.Notes(s.N)...), " · "))
	}
	return lines
}

// printedPlans are the plan lines printed for each sentence of a session.
func (d *Data) printedPlans(t *testing.T, flow string) (said []string, lines map[string][]string) {
	t.Helper()
	session, err := fs.ReadFile(d.files, path.Join("transcripts", flow, "session.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines = map[string][]string{}
	now := ""
	for l := range strings.Lines(string(session)) {
		l = strings.TrimSuffix(l, "\n")
		if m := typed.FindStringSubmatch(l); m != nil {
			if now = m[1]; lines[now] != nil {
				now = ""
			}
		} else if strings.HasPrefix(l, "$") {
			now = ""
		}
		m := planned.FindStringSubmatch(l)
		if m == nil || now == "" || m[1] != fmt.Sprint(len(lines[now])+1) {
			continue
		}
		if len(lines[now]) == 0 {
			said = append(said, now)
		}
		lines[now] = append(lines[now], m[2])
	}
	return said, lines
}

func TestThePlanOfARecordedSentenceIsThatOfItsSession(t *testing.T) {
	data, _ := openData(t)
	for _, set := range wovenSets {
		t.Run(set.flow, func(t *testing.T) {
			cat, by := data.wovenCatalog(t, set)
			said, lines := data.printedPlans(t, set.flow)
			for _, one := range said {
				p, err := planOver(t, cat, by, one)
				if err != nil {
					t.Errorf("%q: %v", one, err)
					continue
				}
				if got := planLines(p); !slices.Equal(got, lines[one]) {
					t.Errorf("%q: got\n%s\nwant\n%s", one, strings.Join(got, "\n"), strings.Join(lines[one], "\n"))
				}
			}
		})
	}
}

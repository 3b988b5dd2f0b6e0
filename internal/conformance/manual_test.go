package conformance

import (
	"reflect"
	"strings"
	"testing"
)

const littleManual = "Kettles\n" + // a contents line is no page: it has no next one before the page's own
	"\n" +
	"Boiling a\u00a0kettle\n" +
	"\n" +
	"$ evoke \"boil it\"\n" +
	"  kettle  0.92          ← on standard error\n" +
	"boiling\n" +
	"AnswerDoes\n" +
	"y, yesBoils\n" +
	"\n" +
	"  • An item of a list, with $ in it.\n" +
	"\n" +
	"$ evoke try \"boil\"\n" +
	"  \"boil\"\n" +
	"\n" +
	"  which reflex            kettle 0.92\n" +
	"                          Boil some water.\n" +
	"\n" +
	"  replay answered 2 questions in 1 round\n" +
	"\n" +
	"  1. Another item.\n" +
	"\n" +
	"$ evoke \"boil a cup\"\n" +
	"  How hot?  [1] warm  [2] hot  > 2\n" +
	"  Boil one cup to hot?  [y]es [n]o > y\n" +
	"a hot cup\n" +
	"[2]\n" +
	"  • An item right below.\n" +
	"\n" +
	"Prose goes on.\n" +
	"\n" +
	"> boil it again\n" +
	"  Again?  [y]es [n]o > n\n" +
	"\n" +
	"Next: Pouring.\n" +
	"\n" +
	"Pouring\n" +
	"\n" +
	"$ evoke pour\n"

func TestTheSessionsOfAPageAreCutFromTheManual(t *testing.T) {
	got, err := ParseManual(littleManual).Sessions("Boiling a kettle")
	want := []Command{
		{Line: 5, Text: `evoke "boil it"`, Output: []string{"  kettle  0.92", "boiling"}},
		{Line: 13, Text: `evoke try "boil"`, Output: []string{
			`  "boil"`, "", "  which reflex            kettle 0.92", "                          Boil some water.", "",
			"  replay answered 2 questions in 1 round",
		}},
		{
			Line: 23, Text: `evoke "boil a cup"`, Answers: []string{"2", "y"}, Exit: 2,
			Output: []string{"  How hot?  [1] warm  [2] hot  > 2", "  Boil one cup to hot?  [y]es [n]o > y", "a hot cup"},
		},
		{
			Line: 31, Text: "evoke", Answers: []string{"boil it again", "n"},
			Output: []string{"> boil it again", "  Again?  [y]es [n]o > n", "> "},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAPageThatTheManualLacksIsNamed(t *testing.T) {
	for _, title := range []string{"Frying", "Boiling", "Pouring"} { // the last one has no end
		if got, err := ParseManual(littleManual).Sessions(title); err == nil || !strings.Contains(err.Error(), title) {
			t.Errorf("%s: got %v, %v", title, got, err)
		}
	}
}

func TestAPieceOfASessionIsCutOut(t *testing.T) {
	const page = "Boiling a kettle"
	for _, c := range []struct {
		cut  Cut
		want string
	}{
		{Cut{page, "evoke try", Summary, nil}, "Boil some water."},
		{Cut{page, `evoke "boil a cup"`, Question, [][2]string{{"one cup", "much"}, {"hot", "heat"}}}, "Boil {much} to {heat}?"},
		{Cut{page, `evoke "boil a cup"`, Result, nil}, "a hot cup"},
	} {
		if got, err := ParseManual(littleManual).Cut(c.cut); err != nil || got != c.want {
			t.Errorf("got %q, %v; want %q", got, err, c.want)
		}
	}
	for _, wrong := range []Cut{
		{"Frying", "evoke", Result, nil}, {page, "evoke fry", Result, nil},
		{page, `evoke "boil it"`, Summary, nil}, {page, "evoke try", Question, nil},
	} {
		if got, err := ParseManual(littleManual).Cut(wrong); err == nil {
			t.Errorf("%+v: got %q", wrong, got)
		}
	}
}

func FuzzManual(f *testing.F) {
	f.Add(littleManual, "Boiling a kettle")
	f.Add("\n$ x\n\n  > \nNext: ", "")
	f.Fuzz(func(t *testing.T, text, title string) {
		m := ParseManual(text)
		sessions, err := m.Sessions(title)
		if err != nil {
			return
		}
		for _, s := range sessions {
			own := s.Text == "evoke" && m.lines[s.Line-1] == ""
			if s.Line < 1 || m.lines[s.Line-1] != "$ "+s.Text && !own && !aside.MatchString(m.lines[s.Line-1]) {
				t.Errorf("line %d is no %q", s.Line, s.Text)
			}
			_, _ = m.Cut(Cut{Page: title, Command: s.Text, What: Question})
		}
	})
}

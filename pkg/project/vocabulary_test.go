package project_test

import (
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/tomldoc"
)

func TestAVocabularyReadsInFileOrder(t *testing.T) {
	v, err := project.ReadVocabulary("rooms", []byte(`# mine
office = { what = "The upstairs study.", value = "group-7", floor = 1 }
den = "The TV room downstairs."
"living room" = { what = "With the sofa.", value = "" }
`))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, w := range v.Words {
		value := "none"
		if w.Value != nil {
			value = *w.Value
		}
		said = append(said, w.Word+"|"+w.What+"|"+value)
	}
	want := []string{"office|The upstairs study.|group-7", "den|The TV room downstairs.|none", "living room|With the sofa.|"}
	if v.Name != "rooms" || !slices.Equal(said, want) {
		t.Errorf("%s: %q", v.Name, said)
	}
	if len(v.Unknown) != 1 || strings.Join(v.Unknown[0], ".") != "office.floor" {
		t.Errorf("unknown keys are %q", v.Unknown)
	}
	if v.Word("den") == nil || v.Word("attic") != nil {
		t.Error("words are not found")
	}
}

func TestAnEmptyVocabularyReads(t *testing.T) {
	v, err := project.ReadVocabulary("rooms", nil)
	if err != nil || len(v.Words) != 0 {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestAVocabularyThatDoesNotReadNamesEveryLine(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"reserved words", "none = 'x'\nunstated = 'y'\n", []string{
			`1:1 word "none" is reserved -> edit_line`, `2:1 word "unstated" is reserved -> edit_line`}},
		{"words that are no clean line", "'' = 'a'\n' den' = 'b'\n\"a\\nb\" = 'c'\n\"x\\u202e\" = 'd'\n", []string{
			`1:1 word "" is empty -> edit_line`,
			`2:1 word " den" has white space at an end -> edit_line`,
			"3:1 word \"a\nb\" contains a line feed (U+000A) -> edit_line",
			"4:1 word \"x\u202e\" contains a bidi control (U+202E) -> edit_line"}},
		{"one word twice", "den = 'a'\n'The  Den!' = 'b'\n'the den' = 'c'\nDEN = 'd'\n", []string{
			`3:1 word "the den" repeats "The  Den!" -> edit_line`, `4:1 word "DEN" repeats "den" -> edit_line`}},
		{"meanings that say nothing", "a = ''\nb = 1\nc = { value = 'x' }\nd = { what = '' }\ne = { what = 2, value = 3 }\nf = \"a\\tb\"\n", []string{
			"1:1 a is empty -> edit_line",
			"2:1 b must be a string or { what, value } -> edit_line",
			"3:1 c.what is required -> edit_line",
			"4:1 d.what is empty -> edit_line",
			"5:1 e.value must be a string -> edit_line",
			"5:1 e.what must be a string -> edit_line",
			"6:1 f contains a control character (U+0009) -> edit_line"}},
		{"a value that is not clean", "[a]\nwhat = 'x'\n  value = \"\\u001b[2J\"\n", []string{"3:3 a.value contains a control character (U+001B) -> edit_line"}},
		{"carriage returns in a meaning", "a = '''x\r\ny'''\r\n", []string{"1:1 a contains a carriage return (U+000D); save the file with LF line endings -> edit_line"}},
		{"no TOML", "den = 'x'\noffice = The study\n", []string{"2:1 unexpected character U+0054 'T' at start of value -> edit_line"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := project.ReadVocabulary("rooms", []byte(c.src))
			if got := lines(err); v != nil || !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestAVocabularyFromNoFileHasProblemsNowhere(t *testing.T) {
	doc := &tomldoc.Value{Kind: tomldoc.Table, Entries: []tomldoc.Entry{{Key: "none", Value: &tomldoc.Value{Kind: tomldoc.String, Text: "x"}}}}
	_, err := project.VocabularyOf("rooms", doc)
	if got := lines(err); !slices.Equal(got, []string{`- word "none" is reserved -> check`}) {
		t.Errorf("got %q", got)
	}
	if _, err := project.VocabularyOf("rooms", nil); err == nil {
		t.Error("no document reads")
	}
}

func FuzzReadVocabularyGivesWordsOrEveryLine(f *testing.F) {
	for _, s := range []string{"", "den = 'x'", "office = { what = 'y', value = 'z' }", "none = 1", "[a]\nwhat = ''", "'a b'.what = 'x'", "DEN='a'\nden='b'"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := project.ReadVocabulary("rooms", src)
		if err != nil {
			checkProblems(t, err, diag.File{Kind: diag.VocabFile, Name: "rooms"})
			return
		}
		text := []byte(nil)
		for _, w := range v.Words {
			if text, err = project.Apply(text, project.AddWord("rooms", w)); err != nil {
				t.Fatalf("a word that read cannot be added: %v", err)
			}
		}
		again, err := project.ReadVocabulary("rooms", text)
		if err != nil || len(again.Words) != len(v.Words) {
			t.Fatalf("written anew it reads as %v, %v", again, err)
		}
	})
}

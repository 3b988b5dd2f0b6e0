package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/question"
	"sinew/pkg/text"
)

// list is a list of keys with their meanings, `key: meaning`.
func list(lines ...string) []question.Option {
	all := make([]question.Option, len(lines))
	for i, line := range lines {
		key, what, _ := strings.Cut(line, ": ")
		all[i] = question.Option{Key: key, Text: question.Text{What: what}}
	}
	return all
}

var (
	rivers = list("elbe: It runs through Dresden.", "oder: It borders Poland.", "rhine-mouth: Where ships meet.")
	people = list("nadia: She keeps the books.", "bo: He paints.", "ottmar: He repairs bikes and clocks.")
)

func TestListedWordsAreFoundInTheTextsOwnWords(t *testing.T) {
	for _, c := range []struct {
		text   string
		list   []question.Option
		reflex string
		want   []string // `key how "words" start-end`
	}{
		{"how high is the Elbe?", rivers, "", []string{`elbe same "Elbe" 16-20`}},
		{"the rhine mouth, now", rivers, "", []string{`rhine-mouth form "rhine mouth" 4-15`}},
		{"the rhinemouth", rivers, "", []string{`rhine-mouth form "rhinemouth" 4-14`}},
		{"is the elbe's level up", rivers, "", []string{`elbe stem "elbe's" 7-13`}},
		{"all the oders", rivers, "", []string{`oder stem "oders" 8-13`}},
		{"the elba level", rivers, "", []string{`elbe spelling "elba" 4-8`}},
		{"between oder and elbe", rivers, "", []string{`elbe same "elbe" 17-21`, `oder same "oder" 8-12`}},
		{"water near dresden", rivers, "", []string{`elbe meaning "dresden" 11-18`}},
		{"elbe, not dresden", rivers, "", []string{`elbe same "elbe" 0-4`}},
		{"every ship", rivers, "", []string{`rhine-mouth meaning "ship" 6-10`}},
		{"the e\u0301lbe and the elbe", rivers, "", []string{`elbe same "elbe" 17-21`}}, // counted in NFC
		{"ask bob", people, "", nil}, // no slip from a word of two letters
		{"ask nadya", people, "", []string{`nadia spelling "nadya" 4-9`}},
		{"ask nadyo", people, "", nil}, // two slips from one of five
		{"ask anna about nadia", list("nadia: N", "ana: A"), "", []string{`nadia same "nadia" 15-20`}},
		{"ask jonas's", list("jona: J"), "", nil},                                      // a given name of its own
		{"ask for james", list("jame: J"), "", []string{`jame spelling "james" 8-13`}}, // refused where it is read
		{"ten miles", list("mile: M"), "", []string{`mile stem "miles" 4-9`}},          // a name, and a word
		{"one temp", list("temps: T"), "", []string{`temps stem "temp" 4-8`}},
		{"a rose", list("roses: R"), "", []string{`roses stem "rose" 2-6`}},
		{"rose's desk", list("rose: R"), "", []string{`rose stem "rose's" 0-6`}},
		{"teas", list("tea: Leaves."), "teas", nil}, // the reflex's own name
		{"#tea", list("tea: Leaves."), "", []string{`tea same "#tea" 0-4`}},
		{"Brew it", list("brew: Hot.", "chill: Cold."), "brew", []string{`brew same "Brew" 0-4`}},
		{"brew it", list("brew: Hot.", "chill: Cold."), "brew", nil},
		{"brewing it", list("brew: Hot.", "chill: Cold."), "brew", nil},
		{"", rivers, "", nil},
		{"the elbe", nil, "", nil},
	} {
		var got []string
		for _, f := range Found(c.text, c.list, c.reflex) {
			got = append(got, fmt.Sprintf("%s %s %q %d-%d", f.Key, f.How, f.Span.Text, f.Span.Start, f.Span.End))
			if c.list[f.At].Key != f.Key {
				t.Errorf("%q: %s is at %d", c.text, f.Key, f.At)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWordsThatMayMeanAListedWordAreProposed(t *testing.T) {
	names := list("marguerite: She sings.", "rob: He drums.", "september: The ninth month.", "eu-north: The cold region.", "theodore: He hums.")
	said := func(word string) bool { return word == "sep" || word == "drum" }
	for _, c := range []struct {
		text string
		want []string
	}{
		{"the marguer bill", []string{`marguerite prefix "marguer"`}},
		{"the sept bill", []string{`september prefix "sept"`}},
		{"the sep bill", nil}, // a reflex says it of itself
		{"the se bill", nil},  // too short
		{"in eu-nroth", []string{`eu-north slip "eu-nroth"`}},
		{"bobby's room", []string{`rob diminutive "bobby's"`}},
		{"the Teddy bill", []string{`theodore diminutive "Teddy"`}},
		{"roberta", []string{`rob longer "roberta"`}},
		{"rox", []string{`rob short "rox"`}},
		{"robs", nil},                          // the word itself, in another number
		{"robb", []string{`rob short "robb"`}}, // longer by its last letter says nothing
		{"nothing", nil},
	} {
		f := newFinder(newSentence(c.text), names, "")
		var got []string
		for _, p := range f.proposed(f.findAll(), said) {
			got = append(got, fmt.Sprintf("%s %s %q", p.Key, p.By, p.Span.Text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestAPetFormOfTwoListedNamesProposesNeither(t *testing.T) {
	f := newFinder(newSentence("ask Sammy"), list("samuel: S", "samantha: S", "alfred: A"), "")
	if got := f.proposed(f.findAll(), func(string) bool { return false }); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAnothersNameIsNeitherTheWordNorOfItsMeaning(t *testing.T) {
	for _, c := range []struct {
		typed, key, meaning string
		want                bool
	}{
		{"cora", "dora", "The cook.", true},
		{"cora", "dora", "Known as Cora as well.", false},
		{"annas", "ana", "The painter.", true},
		{"Zoë's", "zola", "A writer.", true},
		{"dora's", "dora", "The cook.", false},
		{"dova", "dora", "The cook.", false},
		{"mark", "marc", "He paints.", true},        // a word as well, beside a name
		{"bill", "bell", "Rings.", true},            // Bell is a name too
		{"rose", "nose", "What one smells.", false}, // a word as well, beside a word
		{"page", "pane", "Of glass.", false},
		{"emily", "family", "All of them.", true},
		{"roses", "lead", "She keeps the rose garden.", false},
		{"", "dora", "The cook.", false},
	} {
		option := list(c.key + ": " + c.meaning)[0]
		if got := anothersName(text.Span{Text: c.typed}, option); got != c.want {
			t.Errorf("%q beside %s: %v", c.typed, c.key, got)
		}
	}
}

func TestAStemDropsThePossessiveAndThenThePlural(t *testing.T) {
	for typed, want := range map[string]string{
		"Glasses": "glass", "berries": "berry", "ties": "tie", "bus": "bus", "boss": "boss", "cats": "cat", "cat's": "cat",
		"cats'": "cat", "payments's": "payment", "cat’s": "cat", "is": "is", "": "",
	} {
		if got := stem(typed); got != want {
			t.Errorf("%q: %q, not %q", typed, got, want)
		}
	}
}

func TestEveryFindingIsAnExactSpanOfTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.OneOf(rapid.String(), rapid.StringMatching(`([elbaod' #-]|rhine|mouth){0,30}`)).Draw(t, "text")
		runes := newSentence(said).runes
		f := newFinder(newSentence(said), rivers, "elbe")
		found := f.findAll()
		var spans []text.Span
		for _, one := range found {
			spans = append(spans, one.Span)
		}
		for _, one := range f.proposed(found, func(string) bool { return false }) {
			spans = append(spans, one.Span)
		}
		for _, s := range spans {
			if s.Start >= s.End || string(runes[s.Start:s.End]) != s.Text {
				t.Fatalf("%+v is no piece of %q", s, said)
			}
		}
	})
}

func FuzzFound(f *testing.F) {
	for _, seed := range []string{"the elbe", "'é’ -_# ", "rhine\u0301 mouth", "\xff\xfe", strings.Repeat("a ", 400)} {
		f.Add(seed, "elbe", "It runs through Dresden.")
	}
	f.Fuzz(func(t *testing.T, said, key, what string) {
		runes := newSentence(said).runes
		for _, one := range Found(said, append(list("oder: O"), question.Option{Key: key, Text: question.Text{What: what}}), "oder") {
			if string(runes[one.Span.Start:one.Span.End]) != one.Span.Text {
				t.Errorf("%+v is no piece of %q", one.Span, said)
			}
		}
	})
}

package catalog

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// crowd is a set of so many reflexes, the first of which has so many options
// and takes one of so many words.
func crowd(t *testing.T, reflexes, options, words int) *Catalog {
	t.Helper()
	set := Set{Adapter: Adapter{Name: "jev"}, Vocabs: map[string]project.Vocabulary{}}
	for i := range reflexes {
		source := "reflex = 1\ndescription = \"Do it.\"\neffect = \"read\"\nconfirm = \"Do it?\"\nrun = \"a.mts\"\n"
		if i == 0 {
			source += "[args.room]\nask = \"Where?\"\nvocab = \"rooms\"\n[args.state]\nask = \"Which?\"\n"
			for n := range options {
				source += fmt.Sprintf("options.o%d = \"It.\"\n", n)
			}
		}
		m, err := manifest.Parse(fmt.Sprintf("r%d", i), []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		set.Reflexes = append(set.Reflexes, Reflex{Name: fmt.Sprintf("r%d", i), Manifest: m})
	}
	list := project.Vocabulary{Name: "rooms"}
	for n := range words {
		list.Words = append(list.Words, project.Word{Word: fmt.Sprintf("w%d", n), What: "A room."})
	}
	set.Vocabs["rooms"] = list
	return New(set)
}

func TestASetThatOneQuestionCannotHoldIsRefused(t *testing.T) {
	for _, c := range []struct {
		reflexes, options, words, most int
		want                           []string
	}{
		{1, 1, 1, 255, nil},
		{254, 253, 253, 255, nil},
		{2, 300, 300, 0, nil},
		{255, 1, 1, 255, []string{`the reflexes are 256 choices; jev takes 255 in one question show`}},
		{1, 254, 1, 255, []string{`r0: state has 256 choices; jev takes 255 in one question show`}},
		{1, 1, 254, 255, []string{`r0: vocabulary "rooms" is 256 choices for room; jev takes 255 in one question vocab_remove`}},
		{10, 10, 9, 10, []string{
			`the reflexes are 11 choices; jev takes 10 in one question show`,
			`r0: vocabulary "rooms" is 11 choices for room; jev takes 10 in one question vocab_remove`,
			`r0: state has 12 choices; jev takes 10 in one question show`,
		}},
	} {
		err := crowd(t, c.reflexes, c.options, c.words).Within(c.most)
		var problems diag.Problems
		if errors.As(err, &problems) != (c.want != nil) {
			t.Fatal(err)
		}
		var got []string
		for _, p := range problems {
			got = append(got, p.Error()+" "+string(p.Fix.Kind))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestBarsAreMovedOneByOne(t *testing.T) {
	at := func(p float64) *float64 { return &p }
	shipped := &Bars{Route: 0.5, Read: 0.8, Write: 0.9, Fits: at(0.3)}
	for _, c := range []struct {
		name    string
		shipped *Bars
		by      project.Gate
		want    string
	}{
		{"nothing", shipped, project.Gate{}, "0.5 0.8 0.9 0.3 -"},
		{"nothing on nothing", nil, project.Gate{}, "none"},
		{"two", shipped, project.Gate{Write: at(0.95), Whole: at(0.4)}, "0.5 0.8 0.95 0.3 0.4"},
		{"an optional one", shipped, project.Gate{Fits: at(0)}, "0.5 0.8 0.9 0 -"},
		{"all on nothing", nil, project.Gate{Route: at(0.1), Read: at(0.2), Write: at(0.3)}, "0.1 0.2 0.3 - -"},
		{"read over the shipped write", shipped, project.Gate{Read: at(0.95)}, "adapters.jev.gate: read 0.95 is above write 0.9"},
		{"write under the shipped read", shipped, project.Gate{Write: at(0.5)}, "adapters.jev.gate: read 0.8 is above write 0.5"},
	} {
		got, err := Move("jev", c.shipped, c.by)
		if said := spelled(got, err); said != c.want {
			t.Errorf("%s: %s, want %s", c.name, said, c.want)
		}
	}
	if said := spelled(shipped, nil); said != "0.5 0.8 0.9 0.3 -" {
		t.Errorf("what was shipped is now %s", said)
	}
}

func spelled(b *Bars, err error) string {
	if err != nil {
		return err.Error()
	}
	if b == nil {
		return "none"
	}
	said := fmt.Sprint(b.Route, b.Read, b.Write)
	for _, optional := range []*float64{b.Fits, b.Whole} {
		if optional == nil {
			said += " -"
		} else {
			said += fmt.Sprint(" ", *optional)
		}
	}
	return said
}

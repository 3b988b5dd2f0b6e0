package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func ExampleTemplate_Fill() {
	template, err := ParseTemplate("Set the {room} lights {state}?")
	if err != nil {
		panic(err)
	}
	shown := map[string]string{"room": "den", "state": "off"}
	fmt.Println(template.Fill(func(name string) string { return shown[name] }))
	// Output: Set the den lights off?
}

func TestPlaceholdersStandOnceEachInOrder(t *testing.T) {
	if got := Placeholders("{b} to {a}, {b} again"); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("got %q", got)
	}
	if got := Placeholders(`Note "it"?`); got != nil {
		t.Errorf("got %q", got)
	}
}

func TestAValueIsNotReadAsATemplate(t *testing.T) {
	template, err := ParseTemplate("Note {text}?")
	if err != nil {
		t.Fatal(err)
	}
	if got := template.Fill(func(string) string { return "{text} }{" }); got != "Note {text} }{?" {
		t.Errorf("got %q", got)
	}
}

func FuzzTemplate(f *testing.F) {
	f.Add("Set the {room} lights {state}?")
	f.Add("{{a}} {B} }{ {")
	f.Fuzz(func(t *testing.T, s string) {
		template, err := ParseTemplate(s)
		if again := Placeholders(s); !slices.Equal(again, template.Names()) {
			t.Errorf("%q and %q", again, template.Names())
		}
		if err != nil {
			return
		}
		if back := template.Fill(func(name string) string { return "{" + name + "}" }); back != s {
			t.Errorf("%q comes back as %q", s, back)
		}
		if bare := template.Fill(func(string) string { return "" }); strings.ContainsAny(bare, "{}") {
			t.Errorf("%q keeps a brace", bare)
		}
	})
}

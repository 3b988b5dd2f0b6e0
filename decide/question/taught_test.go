package question

import (
	"reflect"
	"testing"

	"sinew/pkg/manifest"
)

func TestExamplesTeachTheKeysTheyAssert(t *testing.T) {
	m, err := manifest.Parse("shot", []byte(`reflex = 1
description = "Capture the screen."
effect = "read"
confirm = "Capture it?"
run = "shot.mts"
[args.area]
ask = "Which part?"
optional = true
options.screen = "All of it."
options.window = "One window."
[args.clipboard]
ask = "To the clipboard?"
flag = true
[args.delay]
ask = "After how long?"
pick = "duration"
optional = true
[examples]
"capture it" = { area = false }
"grab the screen to the clipboard" = { area = "screen", clipboard = true }
"window in 5 seconds" = { area = "window", delay = "5 seconds" }
"record the screen" = false
`))
	if err != nil {
		t.Fatal(err)
	}
	of := func(arg string) Subject { return Subject{Reflex: "shot", Arg: arg} }
	list := make([]Option, 1, 8)
	list[0] = Option{Key: "screen"}
	area := TheArgument(of("area"), "Which part?", list).Taught(m)
	if got := area.Options[2].Text.Examples; !reflect.DeepEqual(got, []string{"capture it"}) || area.Options[2].Key != Unstated {
		t.Errorf("unstated is taught %q", got)
	}
	if again := TheArgument(of("area"), "Which part?", list); again.Options[2].Text.Examples != nil {
		t.Error("one question taught another")
	}
	if got := TheView(of("area"), "Which part?", list).Taught(m).Options[2].Text.Examples; len(got) != 1 {
		t.Errorf("the view's unstated is taught %q", got)
	}
	flag := TheFlag(of("clipboard"), "To the clipboard?").Taught(m)
	if got := flag.Options[0].Text.Examples; !reflect.DeepEqual(got, []string{"grab the screen to the clipboard"}) {
		t.Errorf("yes is taught %q", got)
	}
	delay := TheArgument(of("delay"), "After how long?", nil).Taught(m)
	if want := []Stated{{"window in 5 seconds", "5 seconds"}}; !reflect.DeepEqual(delay.About.Stated, want) {
		t.Errorf("the delay is stated as %q", delay.About.Stated)
	}
	if delay.About.Reflex.What != m.Description {
		t.Errorf("the reflex is %q", delay.About.Reflex.What)
	}
}

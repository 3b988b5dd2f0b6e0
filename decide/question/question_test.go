package question

import (
	"slices"
	"testing"
)

func TestOptionsAreEqualThatMeanTheSame(t *testing.T) {
	option := func() Option {
		return Option{Key: "kettle", Text: Text{What: "Boil water.", NotFor: []string{"tea time"}, Examples: []string{"boil it", "hot water"}}}
	}
	if !option().Equal(option()) {
		t.Error("an option is not equal to itself")
	}
	for name, change := range map[string]func(*Option){
		"another key":         func(o *Option) { o.Key = "pot" },
		"another description": func(o *Option) { o.Text.What += " Fast." },
		"no not_for":          func(o *Option) { o.Text.NotFor = nil },
		"an example more":     func(o *Option) { o.Text.Examples = append(o.Text.Examples, "steam") },
		"another order":       func(o *Option) { slices.Reverse(o.Text.Examples) },
	} {
		other := option()
		change(&other)
		if option().Equal(other) || other.Equal(option()) {
			t.Errorf("%s: counts as equal", name)
		}
	}
}

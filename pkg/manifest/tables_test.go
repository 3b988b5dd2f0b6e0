package manifest_test

import (
	"slices"
	"testing"

	"sinew/pkg/manifest"
)

func TestKeysListsWhatATableOfTheFormatMayHold(t *testing.T) {
	for _, c := range []struct{ path, want []string }{
		{[]string{"needs"}, []string{"hosts", "reads", "runs", "writes"}},
		{[]string{"config"}, []string{"*"}},
		{[]string{"config", "*"}, []string{"about", "secret"}},
		{[]string{"yields", "*"}, []string{"each"}},
		{[]string{"examples"}, nil},
		{[]string{"colour", "*"}, nil},
	} {
		if got := manifest.Keys(c.path...); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.path, got, c.want)
		}
	}
	if top := manifest.Keys(); len(top) != 16 || !slices.Contains(top, "reflex") {
		t.Errorf("the top holds %v", top)
	}
	if needs := manifest.Keys("needs"); !slices.Equal(needs, slices.Sorted(slices.Values(manifest.NeedKeys))) {
		t.Errorf("needs holds %v, and its lists are %v", needs, manifest.NeedKeys)
	}
}

func TestNoCallerCanChangeTheReadersSets(t *testing.T) {
	manifest.Closed().Effects[0] = "harmless"
	if _, ok := manifest.ParseEffect("harmless"); ok {
		t.Error("the reader knows an effect a caller wrote")
	}
}

package project

import "testing"

func TestAGateHoldsEveryKeyListed(t *testing.T) {
	var g Gate
	seen := map[**float64]string{}
	for _, key := range gateKeys {
		bar := g.bar(key)
		if bar == nil || seen[bar] != "" {
			t.Errorf("%s has no bar of its own, it shares with %q", key, seen[bar])
		}
		seen[bar] = key
	}
	for _, key := range bareNeeds {
		if g.bar(key) == nil {
			t.Errorf("a bare adapter needs %s, which no gate holds", key)
		}
	}
	if g.bar("speed") != nil {
		t.Error("a gate holds speed")
	}
}

func TestNoCallerCanChangeTheReadersSets(t *testing.T) {
	Closed().Adapters[0] = "mine"
	if Adapters[0] != DefaultAdapter {
		t.Errorf("the first adapter is now %s", Adapters[0])
	}
}

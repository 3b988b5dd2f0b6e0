package check

import (
	"testing"
)

func TestNamesThatAreDrawnAlikeHaveOneSkeleton(t *testing.T) {
	for _, pair := range [][2]string{
		{"home", "HOME"}, {"home", "h0me"}, {"lights", "l1ghts"}, {"lights", "Iights"}, {"modern", "rnodern"}, {"wave", "vvave"},
		{"clock", "dock"}, {"radhi", "r\u0430dhi"}, {"paper", "\u0440\u0430\u0440\u0435r"}, {"cafe", "caf\u00e9"}, {"cafe", "cafe\u0301"},
		{"home-tools", "hometools"}, {"home_tools", "home.tools"}, {"full", "\uff46\uff55\uff4c\uff4c"}, {"a b", "a%20b"}, {"omega", "\u03bfmega"},
		{"zero", "ze\u200bro"},
	} {
		if skeleton(pair[0]) != skeleton(pair[1]) {
			t.Errorf("%q is %q, %q is %q", pair[0], skeleton(pair[0]), pair[1], skeleton(pair[1]))
		}
	}
	for _, pair := range [][2]string{{"home", "dome"}, {"note", "notes"}, {"find", "mind"}, {"time", "lime"}} {
		if skeleton(pair[0]) == skeleton(pair[1]) {
			t.Errorf("%q and %q are both %q", pair[0], pair[1], skeleton(pair[0]))
		}
	}
}

func TestShortNamesAreNearByOneSlipAndLongOnesByTwo(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a/house", "a/hous", true}, {"a/house", "a/hou", false}, {"ana/lights", "ana/light", true}, {"ana/lights", "ana/ligt", true},
		{"ana/lights", "ana/lig", false}, {"ana/lights", "kofi/lights", false},
	} {
		if near(c.a, c.b) != c.want || near(c.b, c.a) != c.want {
			t.Errorf("%q and %q: near is %v", c.a, c.b, !c.want)
		}
	}
}

func TestAnOrdinaryWordIsNotNearTheBuiltInCollection(t *testing.T) {
	for word, want := range map[string]string{
		"std": "std", "5td": "std", "std-": "std", "stp": "std", "clock": "clock", "c1ock": "clock", "cloc": "clock", "dsik": "disk",
		"lights": "", "mind": "", "candle": "", "music": "", "mail": "", "home": "",
	} {
		got := ""
		for _, of := range stdNames() {
			if nearWord(word, of) {
				got = of
				break
			}
		}
		if got != want {
			t.Errorf("%q is near %q, want %q", word, got, want)
		}
	}
}

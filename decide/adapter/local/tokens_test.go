package local

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func folds(all []token) string {
	var words []string
	for _, t := range all {
		words = append(words, t.fold)
	}
	return strings.Join(words, " ")
}

func TestATextIsReadAsWordsAndTypedValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"  ?! ", ""},
		{"What's the DATE today?", "what 's the date today"},
		{"I don’t know", "i do n't know"},
		{"the users' files", "the users files"},
		{"ring in 20 minutes", "ring in <duration> minutes"},
		{"remind me in half an hour", "remind me in <duration> an hour"},
		{"what is 15 percent of 80", "what is <number> percent of <number>"},
		{"20% of 64.50", "<number> percent of <number>"},
		{`note "water the plants" please`, "note <quoted> please"},
		{"is https://example.com/a?b=1 up", "is <url> up"},
		{"mail ana@example.com", "mail <email>"},
		{"call ana next friday at 5pm", "call ana <date> next friday at <time> pm"},
		{"pay €50 for TP1043", "pay <amount> for <code>"},
		{"pay two hundred euros", "pay <amount> euros"},
		{"note «water the plants»", "note <quoted>"},
		{"côté à côté", "côté à côté"},
		{"cafe\u0301", "café"},
	} {
		if got := folds(typed(c.text)); got != c.want {
			t.Errorf("%q is read as %q, not %q", c.text, got, c.want)
		}
	}
}

func TestAStemIsWhatTheFormsOfAWordShare(t *testing.T) {
	for _, forms := range []string{
		"measure measures measured measuring", "restart restarts restarted restarting", "stop stops stopped stopping",
		"box boxes", "directory directories", "class classes", "pass passes passed", "note notes", "file files",
		"search searches searched", "quick quickly", "update updates updated updating",
	} {
		all := strings.Fields(forms)
		for _, w := range all {
			if stem(w) != stem(all[0]) {
				t.Errorf("%s and %s have the stems %s and %s", all[0], w, stem(all[0]), stem(w))
			}
		}
	}
	for _, apart := range [][2]string{{"note", "not"}, {"news", "new"}, {"us", "use"}, {"bus", "bu"}, {"this", "thi"}, {"disk", "disc"}} {
		if stem(apart[0]) == stem(apart[1]) {
			t.Errorf("%s and %s share a stem", apart[0], apart[1])
		}
	}
}

func TestSharesSumToOneAndGiveTheRoundingToTheHeaviest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 300).Draw(t, "weights")
		keys := make([]string, len(weights))
		for i := range keys {
			keys[i] = strings.Repeat("k", i+1)
		}
		got := shares(keys, func(i int, _ string) float64 { return weights[i] })
		sum := 0.0
		for _, p := range got {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("%v is no share", p)
			}
			sum += p
		}
		if sum < 1-1e-9 || sum > 1+1e-9 || len(got) != len(keys) {
			t.Fatalf("%d shares sum to %v", len(got), sum)
		}
	})
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"", "what's 20% of \"it’s\"", "half an hour https://a.example/b", "a\xffb", "İstanbul ẞ ’ '' 's n't", "12 12 12"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		runes := []rune(norm.NFC.String(s))
		for _, read := range [][]token{typed(s), tokens(s)} {
			last := 0
			for _, tok := range read {
				if tok.start < 0 || tok.end > len(runes) || tok.start > tok.end || tok.fold == "" || tok.stem == "" {
					t.Fatalf("%q: %+v of %d characters", s, tok, len(runes))
				}
				if tok.start < last {
					t.Fatalf("%q: %+v stands before the one before it", s, tok)
				}
				last = tok.start
			}
		}
	})
}

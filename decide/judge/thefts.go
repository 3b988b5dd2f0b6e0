package judge

import "slices"

// A Routed case is one decided over a set: the reflex on top, "" for none, and
// how far each newcomer fits, when that was asked.
type Routed struct {
	Case   Case
	Winner string
	Fits   []Fit
}

// A Fit is how far a reflex does what an utterance asks.
type Fit struct {
	Reflex string
	P      float64
}

// A Theft is a phrase two reflexes claim: the thief wins it from its owner, or,
// where Fits is set, fits it at the floor or over.
type Theft struct {
	Phrase, Owner, Thief string
	Fits                 *float64
}

// Thefts are what newcomers, or reflexes that moved, take from the others whose
// records were routed, in the order routed (manual, "Installing reflexes", add).
// A record of `false` is nobody's phrase, and nobody steals from itself. floor is
// nil where the adapter ships none: then nothing fits.
func Thefts(newcomers []string, floor *float64, routed []Routed) []Theft {
	var all []Theft
	for _, r := range routed {
		if r.Case.Never {
			continue
		}
		takes := func(name string) bool { return name != r.Case.Reflex && slices.Contains(newcomers, name) }
		if takes(r.Winner) {
			all = append(all, Theft{Phrase: r.Case.Utterance, Owner: r.Case.Reflex, Thief: r.Winner})
		}
		for _, f := range r.Fits {
			if floor != nil && f.P >= *floor && f.Reflex != r.Winner && takes(f.Reflex) {
				p := f.P
				all = append(all, Theft{Phrase: r.Case.Utterance, Owner: r.Case.Reflex, Thief: f.Reflex, Fits: &p})
			}
		}
	}
	return all
}

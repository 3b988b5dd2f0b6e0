package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/words"
)

// The types of caps a plan of several steps puts on a call, in their order
// after a decision's own.
const (
	capDetail  = "detail"
	capNamed   = "named"
	capPointed = "pointed"
)

// MayAddDetail is a cap for words that may add a detail the call does not hold.
func MayAddDetail(said string) Cap {
	return Cap{Type: capDetail, Said: said, Phrase: words.AddsDetail(said)}
}

// NamedByAll is a cap for a part that matches nothing alone and that the whole
// sentence reads as the reflex, at p.
func NamedByAll(said, reflex string, p float64) Cap {
	return Cap{Type: capNamed, Said: said, P: p, Phrase: words.NamedByAll(said, reflex, p)}
}

// PointedAt is a cap for a value that words like `both` point at and do not
// name.
func PointedAt(arg, said string) Cap {
	return Cap{Type: capPointed, Arg: arg, Said: said, Phrase: words.ReadFrom(arg, said)}
}

// AsksForMore is a cap for words beside a part that ask for the call once more.
func AsksForMore(said string) Cap {
	return Cap{Type: capMore, Said: said, Phrase: words.AnotherThing(said)}
}

// Hold is a decision whose call waits for a yes, for these reasons beside its
// own. They stay on it when it is filled; one it has already is not put on
// twice. An abstain stays as it is.
func Hold(cat *catalog.Catalog, d Decision, put ...Cap) Decision {
	if d.Reading.Winner == nil {
		return d
	}
	d.put = slices.Clone(d.put)
	for _, c := range put {
		if !slices.ContainsFunc(d.put, func(had Cap) bool { return had.Type == c.Type && had.Arg == c.Arg && had.Said == c.Said }) {
			d.put = append(d.put, c)
		}
	}
	slices.SortStableFunc(d.put, func(a, b Cap) int { return rank(a) - rank(b) })
	return d.again(cat)
}

func rank(c Cap) int {
	return slices.Index([]string{capMore, capDetail, capNamed, capPointed}, c.Type)
}

// again judges a decision anew, after a change to its call.
func (d Decision) again(cat *catalog.Catalog) Decision {
	d.Because, d.Prompt, d.Choices, d.permit, d.held = nil, Prompt{}, nil, Permit{}, Held{}
	return d.judge(cat)
}

// HoldLike is a decision held for the reasons a plan put on another: the same
// step decided before.
func HoldLike(cat *catalog.Catalog, d, before Decision) Decision {
	if len(before.put) == 0 {
		return d
	}
	return Hold(cat, d, before.put...)
}

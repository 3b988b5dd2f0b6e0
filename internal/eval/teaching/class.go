package teaching

import (
	"sinew/decide/catalog"
	"sinew/internal/eval/installed"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// A class is what lessons are given to: all of std over a person's words.
type class struct{ *installed.Set }

// teach is all of std once a person has taught a sentence, by the edits that
// `sinew teach` makes of an overlay.
func (c *class) teach(s sentence) (*catalog.Catalog, error) {
	shipped := c.Manifest(s.reflex)
	record, err := call.Lesson(s.call(), s.text, shipped, c.Words)
	if err != nil {
		return nil, err
	}
	var src []byte
	for _, e := range project.Teach(s.reflex, nil, record) {
		if src, err = project.Apply(src, e); err != nil {
			return nil, err
		}
	}
	overlay, err := manifest.ReadOverlay(s.reflex, src, shipped)
	if err != nil {
		return nil, err
	}
	return c.Catalog(s.reflex, overlay.Over(shipped).Manifest), nil
}

// call is what a person writes of the call a sentence states: what it leaves
// out is not said.
func (s sentence) call() call.Written {
	w := call.Written{Reflex: s.reflex}
	for _, a := range s.asserts {
		switch {
		case a.Raised:
			w.Args = append(w.Args, call.WrittenArg{Name: a.Arg})
		case !a.Unstated:
			w.Args = append(w.Args, call.WrittenArg{Name: a.Arg, Value: &a.Value})
		}
	}
	return w
}

package conformance

import (
	"fmt"

	"sinew/contractdiff"
	"sinew/pkg/manifest"
)

func answerDiff(in struct{ Previous, Next Object }) (any, error) {
	previous, next, err := twoManifests(in.Previous, in.Next)
	if err != nil {
		return nil, err
	}
	return contractdiff.Compare(previous, next), nil
}

// twoManifests are two fixtures as values that were read from a file.
func twoManifests(was, is Object) (previous, next *manifest.Manifest, err error) {
	if previous, err = fixtureManifest(was); err != nil {
		return nil, nil, fmt.Errorf("the previous manifest: %w", err)
	}
	if next, err = fixtureManifest(is); err != nil {
		return nil, nil, fmt.Errorf("the next manifest: %w", err)
	}
	return previous, next, nil
}

func fixtureManifest(fixture Object) (*manifest.Manifest, error) {
	text, err := manifestTOML(fixture)
	if err != nil {
		return nil, err
	}
	return manifest.Parse("fixture", []byte(text))
}

func answerConsent(in struct{ Locked, Upstream string }) (any, error) {
	locked, isLocked := manifest.ParseEffect(in.Locked)
	upstream, isUpstream := manifest.ParseEffect(in.Upstream)
	if !isLocked || !isUpstream {
		return nil, fmt.Errorf("%q or %q is no effect", in.Locked, in.Upstream)
	}
	switch o := contractdiff.Weigh(contractdiff.Consent{Effect: locked}, contractdiff.Consent{Effect: upstream}); o.Effect {
	case contractdiff.Kept:
		return Object{{"type", "kept"}, {"effect", o.Now.Effect.String()}}, nil
	case contractdiff.Tightened:
		return Object{{"type", "tightened"}, {"effect", o.Now.Effect.String()}}, nil
	}
	return nil, ErrNotCovered // no case shows how one that waits is written
}

func answerNeedsConsent(in struct{ Locked, Upstream manifest.Needs }) (any, error) {
	switch o := contractdiff.Weigh(contractdiff.Consent{Needs: in.Locked}, contractdiff.Consent{Needs: in.Upstream}); o.Needs {
	case contractdiff.Kept:
		return Object{{"type", "kept"}, {"needs", needsJSON(o.Now.Needs)}}, nil
	case contractdiff.Tightened:
		return Object{{"type", "tightened"}, {"needs", needsJSON(o.Now.Needs)}, {"removed", needsJSON(o.Dropped())}}, nil
	default:
		return Object{{"type", "needs_accept"}, {"locked", needsJSON(o.Now.Needs)}, {"upstream", needsJSON(o.Upstream.Needs)}}, nil
	}
}

// answerReport takes the overlay as it reads against the next manifest.
func answerReport(in struct {
	Previous, Next Object
	Yours          wireOverlay
}) (any, error) {
	previous, next, err := twoManifests(in.Previous, in.Next)
	if err != nil {
		return nil, err
	}
	report := contractdiff.Update{Previous: previous, Next: next, After: in.Yours.overlay()}.Report()
	renamed := [][]string{}
	for _, r := range report.Renamed {
		renamed = append(renamed, []string{r.Former, r.Arg})
	}
	return Object{{"renamed", renamed}, {"stale", list(report.Stale)}, {"orphaned", list(report.Orphaned)}}, nil
}

// A wireOverlay is an overlay that was read, as the vectors write it. Its
// examples and tests keep their order.
type wireOverlay struct {
	Description, Confirm string
	NotFor               []string `json:"not_for"`
	Tags                 []string
	Args                 Object
	Examples, Tests      Object
	Orphaned             [][]string
}

func (w wireOverlay) overlay() *manifest.Overlay {
	o := &manifest.Overlay{
		Description: w.Description, Confirm: w.Confirm, NotFor: w.NotFor, Tags: w.Tags,
		Examples: wireRecords(w.Examples), Tests: wireRecords(w.Tests), Orphaned: w.Orphaned,
	}
	for _, m := range w.Args {
		argument, _ := m.Value.(Object)
		wording := manifest.Wording{Arg: m.Key, Ask: stringAt(argument, "ask")}
		options, _ := argument.Get("options")
		meanings, _ := options.(Object)
		for _, option := range meanings {
			wording.Options = append(wording.Options, manifest.Option{Key: option.Key, Meaning: stringAt(meanings, option.Key)})
		}
		o.Args = append(o.Args, wording)
	}
	return o
}

func stringAt(o Object, key string) string {
	value, _ := o.Get(key)
	text, _ := value.(string)
	return text
}

func wireRecords(table Object) []manifest.Record {
	var records []manifest.Record
	for _, m := range table {
		asserts, states := m.Value.(Object)
		record := manifest.Record{Utterance: m.Key, Never: !states}
		for _, a := range asserts {
			raised, isBool := a.Value.(bool)
			record.Asserts = append(record.Asserts, manifest.Assertion{
				Arg: a.Key, Value: stringAt(asserts, a.Key), Raised: raised, Unstated: isBool && !raised,
			})
		}
		records = append(records, record)
	}
	return records
}

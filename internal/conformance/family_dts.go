package conformance

import (
	"errors"

	"sinew/pkg/dts"
)

// dtsProgram is the name under which the generated files are compared.
const dtsProgram = "evoke"

func answerReflexDTS(in struct{ Manifest Object }) (any, error) {
	m, err := fixtureManifest(in.Manifest)
	if err != nil {
		return nil, err
	}
	return string(dts.Reflex(dtsProgram, m)), nil
}

// answerProjectDTS takes an installed set: per reflex its effective manifest,
// or why it has none.
func answerProjectDTS(in struct{ Set struct{ Reflexes Object } }) (any, error) {
	var entries []dts.Entry
	for _, m := range in.Set.Reflexes {
		var reflex struct {
			Wording struct{ OK *struct{ Manifest Object } }
		}
		if err := decode(m.Value, &reflex); err != nil {
			return nil, err
		}
		entry := dts.Entry{Name: m.Key}
		if reflex.Wording.OK != nil {
			var err error
			if entry.Manifest, err = fixtureManifest(reflex.Wording.OK.Manifest); err != nil {
				return nil, errors.Join(errors.New(m.Key), err)
			}
		}
		entries = append(entries, entry)
	}
	return string(dts.Project(dtsProgram, entries)), nil
}

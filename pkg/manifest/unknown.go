package manifest

import (
	"slices"

	"sinew/pkg/tomldoc"
)

// keys are the keys a table may have and what each holds: nil for a value, or
// the keys of the table below it. "*" stands for any name an author gives.
type keys map[string]keys

// format is every key of the manifest (manual, "The manifest", "Key by key").
var format = keys{
	"reflex": nil, "description": nil, "not_for": nil, "tags": nil, "effect": nil,
	"confirm": nil, "run": nil, "steps": nil, "platforms": nil, "returns": nil,
	"needs":  {"reads": nil, "writes": nil, "hosts": nil, "runs": nil},
	"config": {"*": {"about": nil, "secret": nil}},
	"args": {"*": {
		"ask": nil, "options": nil, "vocab": nil, "pick": nil, "flag": nil, "takes": nil,
		"range": nil, "recent": nil, "optional": nil, "was": nil,
	}},
	"yields":   {"*": {"each": nil}},
	"examples": nil, "tests": nil,
}

// unknown is the path of every key below v that the format does not have, in
// file order.
func unknown(v *tomldoc.Value, known keys, at []string) [][]string {
	var paths [][]string
	for _, e := range v.Entries {
		below, ok := known[e.Key]
		if !ok {
			below, ok = known["*"]
		}
		path := append(slices.Clip(at), e.Key)
		if !ok {
			paths = append(paths, path)
		} else if below != nil {
			paths = append(paths, unknown(e.Value, below, path)...)
		}
	}
	return paths
}

package manifest

import (
	"maps"
	"slices"
)

// The tables the reader holds a file to. A schema of the format is made from
// the same ones, through Closed and Keys.

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

// effects are by Effect.
var effects = []string{"read", "write", "destructive"}

// systems are the platforms a manifest may name, in the order messages do.
var systems = []string{"linux", "macos"}

// sources are the keys an asked argument has exactly one of.
var sources = []string{"options", "vocab", "pick", "flag"}

// alone is what a taken result does without, and why.
var alone = []struct{ key, why string }{
	{"ask", "which no one is asked for"},
	{"options", "which has its source"},
	{"vocab", "which has its source"},
	{"pick", "which has its source"},
	{"flag", "which has its source"},
	{"range", "which has no range"},
	{"optional", "which is required"},
	{"was", "which no file names"},
}

// ranged are the recognizers a range bounds.
var ranged = []Recognizer{"number", "duration"}

// reservedOptions are the answers every question already has.
var reservedOptions = []string{"none", "unstated"}

// bodyKeys are the keys of the top that a playbook goes without, and dataKeys
// those that an argv body does.
var (
	bodyKeys = []string{"needs", "config", "yields", "returns", "platforms"}
	dataKeys = []string{"returns", "yields"}
)

// contractKeys are the keys of the top an overlay cannot change, and
// argumentKeys those of an argument.
var (
	contractKeys = []string{"run", "steps", "needs", "config", "yields", "platforms", "returns"}
	argumentKeys = []string{"options", "vocab", "pick", "flag", "takes", "range", "recent", "optional", "was"}
)

// Sets are the closed sets of words a manifest and an overlay choose from, each
// in the order messages list it.
type Sets struct {
	Effects         []string
	Platforms       []string
	Sources         []string // the keys an asked argument has one of
	Ranged          []Recognizer
	ReservedOptions []string // no option's key
	Body            []string // the keys of the top that a playbook goes without
	Data            []string // the keys of the top that an argv body goes without
	Contract        []string // the keys of the top that no overlay holds
}

// Closed is the reader's own sets. The caller owns what it gets.
func Closed() Sets {
	return Sets{
		Effects:         slices.Clone(effects),
		Platforms:       slices.Clone(systems),
		Sources:         slices.Clone(sources),
		Ranged:          slices.Clone(ranged),
		ReservedOptions: slices.Clone(reservedOptions),
		Body:            slices.Clone(bodyKeys),
		Data:            slices.Clone(dataKeys),
		Contract:        slices.Clone(contractKeys),
	}
}

// Keys are the keys the format has in the table at path, in byte order: Keys()
// are the manifest's own, Keys("args", "*") those of any argument. "*" among
// them is any name an author gives. There are none where a value stands, or
// where the keys are no part of the format, as in a record.
func Keys(path ...string) []string {
	table := format
	for _, key := range path {
		table = table[key]
	}
	return slices.Sorted(maps.Keys(table))
}

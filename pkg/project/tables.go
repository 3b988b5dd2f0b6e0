package project

import "slices"

// The tables the readers hold a file to. A schema of the format is made from
// the same ones, through Closed.

// Adapters are the built-in adapters. A name in evoke.toml is one of these,
// never a path.
var Adapters = []string{DefaultAdapter, "jev", "openjev", "clef", "clef_flash", "replay"}

// topKeys are the keys of evoke.toml, gateKeys those of a gate.
var (
	topKeys  = []string{"adapter", "reflexes", "config", "adapters"}
	gateKeys = []string{"route", "fits", "read", "write", "whole"}
)

// gateless adapters take no gate: the recording of replay carries its own.
var gateless = []string{"replay"}

// bare adapters ship no floors, so a gate of theirs gives all of bareNeeds.
var (
	bare      = []string{"clef", "clef_flash"}
	bareNeeds = []string{"route", "read", "write"}
)

// wordKeys are the keys of a vocabulary's word written as a table.
var wordKeys = []string{"what", "value"}

// reservedWords are the answers every question already has.
var reservedWords = []string{"none", "unstated"}

// VarPattern is the form of an environment variable's name, as a regular
// expression.
const VarPattern = `[A-Za-z_][A-Za-z0-9_]*`

// Sets are the closed sets of words the two files choose from, each in the
// order messages and the manual list it.
type Sets struct {
	Keys          []string // of evoke.toml
	Adapters      []string
	Gateless      []string // the adapters that take no gate
	Bare          []string // the adapters whose gate gives all of BareNeeds
	BareNeeds     []string
	Gate          []string // the keys of a gate
	Word          []string // the keys of a word that is a table
	ReservedWords []string
}

// Closed is the readers' own sets. The caller owns what it gets.
func Closed() Sets {
	return Sets{
		Keys:          slices.Clone(topKeys),
		Adapters:      slices.Clone(Adapters),
		Gateless:      slices.Clone(gateless),
		Bare:          slices.Clone(bare),
		BareNeeds:     slices.Clone(bareNeeds),
		Gate:          slices.Clone(gateKeys),
		Word:          slices.Clone(wordKeys),
		ReservedWords: slices.Clone(reservedWords),
	}
}

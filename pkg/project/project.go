// Package project reads and edits the files a person owns in a project:
// evoke.toml, which names the adapter, the reflexes and their settings, and
// vocab/<name>.toml, a closed list of the person's words (manual, "Projects",
// "Tuning", "Files").
//
// Text goes in and a value comes out, or every problem of the text in file
// order. An edit is a value too: it says itself, and Apply gives the new text.
// Nothing here finds, reads or writes a file, or asks the environment.
package project

import "sinew/pkg/ref"

// DefaultAdapter is the adapter of a project nobody wrote a file for.
const DefaultAdapter = "local"

// DefaultText is the evoke.toml of such a project.
const DefaultText = "adapter = \"" + DefaultAdapter + "\"\n"

// A Project is one evoke.toml that reads. Every list keeps the file's order.
type Project struct {
	Adapter  string
	Line     int // where the file names it
	Reflexes []Entry
	Config   []Config
	Gates    []AdapterGate // of every built-in adapter that has one
	Unknown  [][]string    // the paths of keys the format does not have
}

// An Entry is one reflex: its local name and where it comes from.
type Entry struct {
	Name     string
	Location ref.Location
}

// A Config is the settings of one reflex, which need not be installed: they
// outlive a removal.
type Config struct {
	Reflex   string
	Settings []Held
}

// A Held is one setting as the file holds it.
type Held struct {
	Key     string
	Setting Setting
}

// A Setting is a value stored plain, or the environment variable that holds
// it. Var is "" for a plain one, whose Value may be empty.
type Setting struct{ Value, Var string }

// An AdapterGate is the gate table under one adapter's name. It counts only
// while that adapter is selected.
type AdapterGate struct {
	Adapter string
	Gate    Gate
}

// A Gate is the bars a person moved, each a probability; nil leaves the
// adapter's own.
type Gate struct{ Route, Fits, Read, Write, Whole *float64 }

// bar is where the gate holds one of gateKeys, nil for any other key.
func (g *Gate) bar(key string) **float64 {
	switch key {
	case "route":
		return &g.Route
	case "fits":
		return &g.Fits
	case "read":
		return &g.Read
	case "write":
		return &g.Write
	case "whole":
		return &g.Whole
	}
	return nil
}

// Entry is the reflex called name, or nil.
func (p *Project) Entry(name string) *Entry {
	for i := range p.Reflexes {
		if p.Reflexes[i].Name == name {
			return &p.Reflexes[i]
		}
	}
	return nil
}

// Setting is what the file holds for a reflex's key.
func (p *Project) Setting(reflex, key string) (Setting, bool) {
	for _, c := range p.Config {
		if c.Reflex != reflex {
			continue
		}
		for _, held := range c.Settings {
			if held.Key == key {
				return held.Setting, true
			}
		}
	}
	return Setting{}, false
}

// Gate is the selected adapter's gate.
func (p *Project) Gate() Gate {
	for _, g := range p.Gates {
		if g.Adapter == p.Adapter {
			return g.Gate
		}
	}
	return Gate{}
}

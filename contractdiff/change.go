package contractdiff

import (
	"cmp"
	"encoding/json"

	"sinew/pkg/manifest"
)

// A Kind is one way a contract changes, by the name the format's vectors give
// it; a name no vector shows follows theirs.
type Kind string

// The kinds, each with its row of the manual's table ("Publishing", "What the
// next version must be").
const (
	ArgRenamed    Kind = "arg_renamed"    // major: an argument renamed
	ArgRemoved    Kind = "arg_removed"    // major: an argument removed
	ArgRequired   Kind = "required"       // major: an argument made required
	ArgOptional   Kind = "optional"       // minor: an argument made optional
	SourceChanged Kind = "source_changed" // major: a source changed
	OptionRemoved Kind = "option_removed" // major: an option removed; a renamed one is removed and added
	OptionAdded   Kind = "option_added"   // minor: an option
	RangeChanged  Kind = "range_changed"  // major: a range changed
	RecentChanged Kind = "recent_changed" // major: recent changed
	ArgAdded      Kind = "arg_added"      // minor: an argument, a required one too

	RunChanged   Kind = "run_changed"   // major: run changed
	StepsChanged Kind = "steps_changed" // major: steps changed

	NeedsWidened  Kind = "needs_widened"  // minor: a declaration widened
	NeedsNarrowed Kind = "needs_narrowed" // same: a declaration narrowed

	ConfigRemoved Kind = "config_removed" // minor: a config key removed
	ConfigSecret  Kind = "config_secret"  // major: a config key made secret
	ConfigPlain   Kind = "config_plain"   // minor: a secret made plain
	ConfigAdded   Kind = "config_added"   // minor: a config key

	YieldRemoved Kind = "yield_removed" // major: a yield removed
	YieldChanged Kind = "yield_changed" // major: a yield changed
	YieldAdded   Kind = "yield_added"   // minor: a field under [yields]

	TakesRemoved Kind = "takes_removed" // major: a taken argument removed
	TakesChanged Kind = "takes_changed" // major: a taken argument changed
	TakesAdded   Kind = "takes_added"   // major: a taken argument added

	ReturnsAdded   Kind = "returns_added"   // minor: a returns name
	ReturnsRemoved Kind = "returns_removed" // major: a returns name removed
	ReturnsChanged Kind = "returns_changed" // major: a returns name changed

	PlatformRemoved Kind = "platform_removed" // major: a platform dropped
	PlatformAdded   Kind = "platform_added"   // minor: a platform
)

// A Change is one difference between two contracts. Only the fields its kind
// names are set.
type Change struct {
	Kind     Kind
	Arg      string         // the argument, by its current name where it has one
	Former   string         // ArgRenamed: the name it had
	Option   string         // Option…: the option's key
	Setting  string         // Config…: the config key
	Field    string         // Yield…: the field
	Name     string         // Takes…, Returns…: the whole result's name now; when it is gone, before
	Platform string         // Platform…
	Needs    manifest.Needs // NeedsWidened: what is added; NeedsNarrowed: what is removed
}

// Level is what the change asks of the next version.
func (c Change) Level() Level { return rows[c.Kind].level }

// Key is the first column of the change's line: the path of what changed, an
// argument by its current name, a renamed one by its former.
func (c Change) Key() string {
	if row, ok := rows[c.Kind]; ok {
		return row.key(c)
	}
	return ""
}

// Text is the second column: what became of it.
func (c Change) Text() string {
	if row, ok := rows[c.Kind]; ok {
		return row.text(c)
	}
	return ""
}

// A row is what is printed for a kind, and its level.
type row struct {
	level     Level
	key, text func(Change) string
}

// rows are the rows of behaviour.md 8, in its order.
var rows = map[Kind]row{
	ArgRenamed:    {Major, formerKey, func(c Change) string { return "renamed " + c.Arg }},
	ArgRemoved:    {Major, argKey, says("removed")},
	ArgRequired:   {Major, argKey, says("now required")},
	ArgOptional:   {Minor, argKey, says("now optional")},
	SourceChanged: {Major, argKey, says("source changed")},
	OptionRemoved: {Major, optionKey, says("removed")},
	OptionAdded:   {Minor, optionKey, says("added")},
	RangeChanged:  {Major, argKey, says("range changed")},
	RecentChanged: {Major, argKey, says("recent changed")},
	ArgAdded:      {Minor, argKey, says("added")},

	RunChanged:   {Major, says("run"), says("changed")},
	StepsChanged: {Major, says("steps"), says("the steps moved")},

	NeedsWidened:  {Minor, says("needs"), func(c Change) string { return "widened: " + c.Needs.String() }},
	NeedsNarrowed: {Same, says("needs"), func(c Change) string { return narrowed(c.Needs) }},

	ConfigRemoved: {Minor, configKey, says("removed; your setting is skipped")},
	ConfigSecret:  {Major, configKey, says("now a secret; a plain setting turns the reflex inactive")},
	ConfigPlain:   {Minor, configKey, says("no longer a secret")},
	ConfigAdded:   {Minor, configKey, says("added")},

	YieldRemoved: {Major, yieldKey, says("removed")},
	YieldChanged: {Major, yieldKey, says("changed")},
	YieldAdded:   {Minor, yieldKey, says("added")},

	TakesRemoved: {Major, argKey, says("removed")},
	TakesChanged: {Major, argKey, func(c Change) string { return "takes " + c.Name + " now" }},
	TakesAdded:   {Major, argKey, func(c Change) string { return "added, takes " + c.Name }},

	ReturnsAdded:   {Minor, says("returns"), func(c Change) string { return "added: " + c.Name }},
	ReturnsRemoved: {Major, says("returns"), says("removed")},
	ReturnsChanged: {Major, says("returns"), func(c Change) string { return "changed: " + c.Name }},

	PlatformRemoved: {Major, says("platforms"), func(c Change) string { return "dropped: " + c.Platform }},
	PlatformAdded:   {Minor, says("platforms"), func(c Change) string { return "added: " + c.Platform }},
}

func says(words string) func(Change) string { return func(Change) string { return words } }

func formerKey(c Change) string { return path("args", c.Former) }
func argKey(c Change) string    { return path("args", c.Arg) }
func optionKey(c Change) string { return path("args", c.Arg, "options", c.Option) }
func configKey(c Change) string { return path("config", c.Setting) }
func yieldKey(c Change) string  { return path("yields", c.Field) }

// narrowed tells of needs that are gone, in a diff and at an update alike.
func narrowed(gone manifest.Needs) string { return "narrowed: " + gone.String() + " dropped" }

// MarshalJSON is the shape of the format's vectors: the kind as type, and the
// fields it names. A key made plain is of the type config_secret too, with
// `secret` false.
func (c Change) MarshalJSON() ([]byte, error) {
	wire := wireChange{
		Type: c.Kind, Arg: c.Arg, Key: cmp.Or(c.Option, c.Setting),
		Field: c.Field, Name: c.Name, Platform: c.Platform,
	}
	switch needs := wireNeeds(c.Needs); c.Kind {
	case ArgRenamed:
		wire.Arg, wire.From, wire.To = "", c.Former, c.Arg
	case NeedsWidened:
		wire.Added = &needs
	case NeedsNarrowed:
		wire.Removed = &needs
	case ConfigSecret, ConfigPlain:
		secret := c.Kind == ConfigSecret
		wire.Type, wire.Secret = ConfigSecret, &secret
	}
	return json.Marshal(wire)
}

type wireChange struct {
	Type     Kind       `json:"type"`
	From     string     `json:"from,omitempty"`
	To       string     `json:"to,omitempty"`
	Arg      string     `json:"arg,omitempty"`
	Key      string     `json:"key,omitempty"`
	Secret   *bool      `json:"secret,omitempty"`
	Field    string     `json:"field,omitempty"`
	Name     string     `json:"name,omitempty"`
	Platform string     `json:"platform,omitempty"`
	Added    *wireNeeds `json:"added,omitempty"`
	Removed  *wireNeeds `json:"removed,omitempty"`
}

// wireNeeds is a declaration whose empty keys vanish.
type wireNeeds struct {
	Reads  []string `json:"reads,omitempty"`
	Writes []string `json:"writes,omitempty"`
	Hosts  []string `json:"hosts,omitempty"`
	Runs   []string `json:"runs,omitempty"`
}

package contractdiff

import (
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/name"
)

// Compare is what changes from one shipped manifest to the next, an overlay's
// words aside. Neither may be nil. The time is linear in both.
func Compare(previous, next *manifest.Manifest) Diff {
	c := comparison{previous: previous, next: next, renames: renames(previous, next)}
	c.arguments()
	c.body()
	c.needs()
	c.config()
	c.yields()
	c.takes()
	c.returns()
	c.platforms()
	return Diff{Level: c.level, Changes: c.changes, Violations: violations(previous, next)}
}

// A comparison is a diff on its way.
type comparison struct {
	previous, next *manifest.Manifest
	renames        renaming

	level   Level
	changes []Change
}

func (c *comparison) found(change Change) {
	c.changes = append(c.changes, change)
	c.level = max(c.level, change.Level())
}

// A renaming is the arguments of a previous manifest that have another name in
// the next: by their former names, the current ones.
type renaming map[string]string

// renames are those the next manifest declares with `was`. A name that an
// asked argument still has is that argument's.
func renames(previous, next *manifest.Manifest) renaming {
	to := renaming{}
	kept := byName(next)
	for _, a := range next.Args {
		for _, old := range a.Was {
			if kept[old] == nil && to[old] == "" {
				to[old] = a.Name
			}
		}
	}
	all := renaming{}
	for _, a := range asked(previous) {
		if now := to[a.Name]; now != "" {
			all[a.Name] = now
		}
	}
	return all
}

// current is an argument's name in the next manifest, if it is there at all.
func (r renaming) current(arg string) string {
	if now, ok := r[arg]; ok {
		return now
	}
	return arg
}

// asked are the arguments a person states; the others are handed over by a
// step.
func asked(m *manifest.Manifest) []manifest.Argument {
	return slices.DeleteFunc(slices.Clone(m.Args), taken)
}

func taken(a manifest.Argument) bool { return a.Source == manifest.Takes }

// byName is the asked arguments by their names.
func byName(m *manifest.Manifest) map[string]*manifest.Argument {
	all := map[string]*manifest.Argument{}
	for i, a := range m.Args {
		if !taken(a) {
			all[a.Name] = &m.Args[i]
		}
	}
	return all
}

// each goes through two lists of named things: every previous one is gone or
// still there, in the previous order, then the new ones are told in theirs.
func each[T any](previous, next []T, key func(T) string, gone func(T), stays func(was, is T), added func(T)) {
	now := map[string]T{}
	for _, one := range next {
		now[key(one)] = one
	}
	before := map[string]bool{}
	for _, one := range previous {
		before[key(one)] = true
		if is, ok := now[key(one)]; ok {
			stays(one, is)
		} else {
			gone(one)
		}
	}
	for _, one := range next {
		if !before[key(one)] {
			added(one)
		}
	}
}

// arguments are rows 1 and 2. One that is taken now is gone from the asked.
func (c *comparison) arguments() {
	now, matched := byName(c.next), map[string]bool{}
	for _, was := range asked(c.previous) {
		current := c.renames.current(was.Name)
		is := now[current]
		if is == nil {
			c.found(Change{Kind: ArgRemoved, Arg: was.Name})
			continue
		}
		matched[current] = true
		if current != was.Name {
			c.found(Change{Kind: ArgRenamed, Arg: current, Former: was.Name})
		}
		c.argument(was, *is)
	}
	for _, is := range asked(c.next) {
		if !matched[is.Name] {
			c.found(Change{Kind: ArgAdded, Arg: is.Name})
		}
	}
}

func (c *comparison) argument(was, is manifest.Argument) {
	switch {
	case !was.Required() && is.Required():
		c.found(Change{Kind: ArgRequired, Arg: is.Name})
	case was.Required() && !is.Required():
		c.found(Change{Kind: ArgOptional, Arg: is.Name})
	}
	if was.Source != is.Source || was.Vocab != is.Vocab || was.Pick != is.Pick {
		c.found(Change{Kind: SourceChanged, Arg: is.Name})
	} else {
		c.source(was, is)
	}
	if was.Recent != is.Recent {
		c.found(Change{Kind: RecentChanged, Arg: is.Name})
	}
}

// source compares two sources of one kind: the options gone, then the new ones,
// or the range. The meanings are wording.
func (c *comparison) source(was, is manifest.Argument) {
	option := func(kind Kind) func(manifest.Option) {
		return func(o manifest.Option) { c.found(Change{Kind: kind, Arg: is.Name, Option: o.Key}) }
	}
	each(was.Options, is.Options, func(o manifest.Option) string { return o.Key },
		option(OptionRemoved), func(_, _ manifest.Option) {}, option(OptionAdded))
	if !sameRange(was.Range, is.Range) {
		c.found(Change{Kind: RangeChanged, Arg: is.Name})
	}
}

func sameRange(a, b *manifest.Range) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// body is rows 3 and 4. A slot of a step that is renamed with its argument
// still moves the steps.
func (c *comparison) body() {
	run := c.previous.Run
	run.Argv = slices.Clone(run.Argv)
	for i, element := range run.Argv {
		if x, ok := name.Placeholder(element); ok {
			run.Argv[i] = "{" + c.renames.current(x) + "}"
		}
	}
	if run.File != c.next.Run.File || !slices.Equal(run.Argv, c.next.Run.Argv) {
		c.found(Change{Kind: RunChanged})
	}
	if !slices.Equal(c.previous.Steps, c.next.Steps) {
		c.found(Change{Kind: StepsChanged})
	}
}

// needs is rows 5 and 6, entry by entry and by spelling, as consent is: a
// {name} renamed with its argument is another entry.
func (c *comparison) needs() {
	if added := c.next.Needs.Without(c.previous.Needs); !added.Empty() {
		c.found(Change{Kind: NeedsWidened, Needs: added})
	}
	if removed := c.previous.Needs.Without(c.next.Needs); !removed.Empty() {
		c.found(Change{Kind: NeedsNarrowed, Needs: removed})
	}
}

// config is rows 7 and 8.
func (c *comparison) config() {
	setting := func(kind Kind) func(manifest.Setting) {
		return func(s manifest.Setting) { c.found(Change{Kind: kind, Setting: s.Key}) }
	}
	each(c.previous.Config, c.next.Config, func(s manifest.Setting) string { return s.Key },
		setting(ConfigRemoved),
		func(was, is manifest.Setting) {
			switch {
			case is.Secret && !was.Secret:
				c.found(Change{Kind: ConfigSecret, Setting: is.Key})
			case was.Secret && !is.Secret:
				c.found(Change{Kind: ConfigPlain, Setting: is.Key})
			}
		},
		setting(ConfigAdded))
}

// yields is rows 9 and 10.
func (c *comparison) yields() {
	yield := func(kind Kind) func(manifest.Yield) {
		return func(y manifest.Yield) { c.found(Change{Kind: kind, Field: y.Field}) }
	}
	each(c.previous.Yields, c.next.Yields, func(y manifest.Yield) string { return y.Field },
		yield(YieldRemoved),
		func(was, is manifest.Yield) {
			if !sameYield(was, is) {
				yield(YieldChanged)(is)
			}
		},
		yield(YieldAdded))
}

// sameYield compares one value with one value, and a list with a list, whose
// fields may stand in any order.
func sameYield(a, b manifest.Yield) bool {
	if a.Pick != b.Pick || (a.Each == nil) != (b.Each == nil) || len(a.Each) != len(b.Each) {
		return false
	}
	fields := map[string]manifest.Recognizer{}
	for _, field := range a.Each {
		fields[field.Field] = field.Pick
	}
	for _, field := range b.Each {
		if pick, ok := fields[field.Field]; !ok || pick != field.Pick {
			return false
		}
	}
	return true
}

// takes is row 11.
func (c *comparison) takes() {
	of := func(m *manifest.Manifest) []manifest.Argument {
		return slices.DeleteFunc(slices.Clone(m.Args), func(a manifest.Argument) bool { return !taken(a) })
	}
	each(of(c.previous), of(c.next), func(a manifest.Argument) string { return a.Name },
		func(a manifest.Argument) { c.found(Change{Kind: TakesRemoved, Arg: a.Name}) },
		func(was, is manifest.Argument) {
			if was.Takes != is.Takes {
				c.found(Change{Kind: TakesChanged, Arg: is.Name, Name: is.Takes})
			}
		},
		func(a manifest.Argument) { c.found(Change{Kind: TakesAdded, Arg: a.Name, Name: a.Takes}) })
}

// returns is row 12.
func (c *comparison) returns() {
	switch was, is := c.previous.Returns, c.next.Returns; {
	case was == is:
	case was == "":
		c.found(Change{Kind: ReturnsAdded, Name: is})
	case is == "":
		c.found(Change{Kind: ReturnsRemoved, Name: was})
	default:
		c.found(Change{Kind: ReturnsChanged, Name: is})
	}
}

// platforms is row 13.
func (c *comparison) platforms() {
	for _, platform := range []string{"linux", "macos"} {
		switch was, is := runsOn(c.previous, platform), runsOn(c.next, platform); {
		case was && !is:
			c.found(Change{Kind: PlatformRemoved, Platform: platform})
		case is && !was:
			c.found(Change{Kind: PlatformAdded, Platform: platform})
		}
	}
}

// runsOn reports whether a reflex runs on a platform; one that names none runs
// on all.
func runsOn(m *manifest.Manifest, platform string) bool {
	return len(m.Platforms) == 0 || slices.Contains(m.Platforms, platform)
}

package schemas

import (
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/ref"
)

const draft = "http://json-schema.org/draft-07/schema#"

// never is the schema nothing satisfies: a key that may not be there.
const never = false

// about opens a schema with what an editor shows.
func about(description string, more ...member) object {
	return object{{"description", description}}.with(more...)
}

// str is a string that matches every pattern.
func str(description string, patterns ...string) object {
	s := about(description, member{"type", "string"})
	if len(patterns) == 1 {
		return s.with(member{"pattern", patterns[0]})
	}
	return s.with(member{"allOf", eachPattern(patterns)})
}

func eachPattern(patterns []string) []object {
	all := make([]object, len(patterns))
	for i, p := range patterns {
		all[i] = object{{"pattern", p}}
	}
	return all
}

func line(description string) object { return str(description, linePattern) }

func flag(description string) object { return about(description, member{"type", "boolean"}) }

func choice[T any](description string, of []T) object {
	return about(description, member{"enum", of})
}

// named is a string that is a name of the kind.
func named(description string, kind name.Kind) object {
	return str(description, namePattern).with(except(name.Reserved(kind))...)
}

// except leaves out words, if there are any.
func except(words []string) object {
	if len(words) == 0 {
		return nil
	}
	return object{{"not", object{{"enum", words}}}}
}

// A key is a key of a table with what stands under it.
type key = member

// table is a table of these keys and no others.
func table(description string, keys ...key) object {
	return about(description, member{"type", "object"}, member{"additionalProperties", false}, member{"properties", object(keys)})
}

// orString is a table that may also be a string that matches every pattern.
func orString(table object, patterns ...string) object {
	for i := range table {
		if table[i].key == "type" {
			table[i].value = []string{"string", "object"}
		}
	}
	if len(patterns) == 0 {
		return table
	}
	return table.with(member{"allOf", eachPattern(patterns)})
}

// tableOf is a table whose keys the author names.
func tableOf(description string, keys, values object) object {
	return about(description, member{"type", "object"}, member{"propertyNames", keys}, member{"additionalProperties", values})
}

// list is an array.
func list(description string, items object, more ...member) object {
	return about(description, member{"type", "array"}, member{"items", items}).with(more...)
}

var unique = member{"uniqueItems", true}

func required(keys ...string) member { return member{"required", keys} }

// without is what forbids keys beside another one.
func without(keys ...string) member {
	var forbidden object
	for _, k := range keys {
		forbidden = append(forbidden, member{k, never})
	}
	return member{"properties", forbidden}
}

// Parts that a manifest and an overlay share.

func description(text string) object { return str(text, textPattern, summaryPattern) }

func notFor(text string) object {
	return list(text, line("A near neighbour, as a person would type it."))
}

func tags(text string) object {
	return list(text, named("A tag's name.", name.Tag), unique)
}

func effect(text string) object { return choice(text, manifest.Closed().Effects) }

func confirm(text string) object { return str(text, templatePattern) }

func optionKeys() object {
	reserved := manifest.Closed().ReservedOptions
	return str("An option's key. none and unstated are answers every question has already.", linePattern).with(except(reserved)...)
}

// records is [examples] or [tests].
func records(text string) object {
	value := about(`A value: an option's key, the exact span of a pick, true for a flag that is raised, or false where the words leave it out.`,
		member{"type", []string{"string", "boolean"}}, member{"pattern", linePattern})
	record := about("What the words assert, argument by argument: {} says only that they reach this reflex, false that they never do.",
		member{"type", []string{"object", "boolean"}},
		member{"not", object{{"const", true}}},
		member{"propertyNames", named("An argument's name.", name.Argument)},
		member{"additionalProperties", value})
	return tableOf(text, line("The words, as a person would type them."), record)
}

func recognizer(text string) object { return choice(text, manifest.Recognizers) }

// location is a ref.
func location(text string) object {
	var all []object
	for _, f := range forms {
		one := about(f.title, member{"pattern", f.pattern})
		if f.not != "" {
			one = one.with(member{"not", object{{"pattern", f.not}}})
		}
		all = append(all, one)
	}
	return about(text, member{"type", "string"}, member{"maxLength", ref.MaxLen}, member{"anyOf", all})
}

// minus is words without those of less, in their order.
func minus(words []string, less ...string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(less, w) })
}

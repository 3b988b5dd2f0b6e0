package schemas

import (
	"sinew/pkg/manifest"
	"sinew/pkg/name"
)

// reflex is the schema of a manifest (manual, "The manifest", "Arguments",
// "Playbooks").
func reflex() object {
	return object{{"$schema", draft}, {"title", "reflex.toml"}}.with(table(
		"A reflex: what a classifier reads about an action, and the program or the plan that carries it out.",
		key{"reflex", about("The format's version, which is 1.", member{"const", 1})},
		key{"description", description("What the reflex does, in the words people use. The first line is the summary; the lines below draw the boundary.")},
		key{"not_for", notFor("What sounds like this reflex and is not. Each line is read with every request, so only real neighbours.")},
		key{"tags", tags("What a request may be narrowed to with --tag. Nothing else reads them.")},
		key{"effect", effect("What a run does to the world: read observes, write can be put back, destructive cannot. Left out it means destructive.")},
		key{"confirm", confirm("The question before a run. A {name} shows a required argument's value.")},
		key{"run", run()},
		key{"steps", steps()},
		key{"platforms", list("Where the body runs. Left out it runs anywhere.", choice("A system.", manifest.Closed().Platforms), unique)},
		key{"returns", named("The name under which a later step may take all of the body's data.", name.Field)},
		key{"needs", needs()},
		key{"config", config()},
		key{"args", tableOf("The values the body receives, by name.", named("An argument's name, which a JavaScript body can take apart.", name.Argument), argument())},
		key{"yields", yields()},
		key{"examples", records("Requests the classifier is shown, with what each asserts. Three at least.")},
		key{"tests", records("Requests the classifier never sees: test and calibrate judge by them.")},
	)...).with(required("reflex", "description", "confirm"),
		member{"anyOf", []object{{required("run")}, {required("steps")}}},
		member{"dependencies", object{{"steps", aPlan()}}},
		member{"allOf", []object{anArgv(), anEffect()}},
	)
}

// empty is a table or an array that declares nothing.
var empty = object{{"enum", []any{object{}, []any{}}}}

// takesNothing forbids an argument that takes a result.
var takesNothing = key{"args", object{{"additionalProperties", object{without("takes")}}}}

func declaresNone(keys []string) object {
	var none object
	for _, k := range keys {
		none = append(none, member{k, empty})
	}
	return none
}

// aPlan is what holds beside steps: what belongs to a body is not there.
func aPlan() object {
	none := declaresNone(manifest.Closed().Body)
	return object{{"properties", none.with(key{"run", never}, takesNothing)}}
}

// anArgv is what holds beside a run that is an array: it hands over no data.
func anArgv() object {
	none := declaresNone(manifest.Closed().Data)
	return object{
		{"if", object{required("run"), {"properties", object{{"run", object{{"type", "array"}}}}}}},
		{"then", object{{"properties", none.with(takesNothing)}}},
	}
}

// anEffect keeps taken results from a destructive reflex: its confirm could not
// show them.
func anEffect() object {
	gentle := minus(manifest.Closed().Effects, manifest.Destructive.String())
	return object{
		{"if", object{required("effect"), {"properties", object{{"effect", object{{"enum", gentle}}}}}}},
		{"else", object{{"properties", object{takesNothing}}}},
	}
}

func run() object {
	program := str("The program: a name on PATH, or an absolute path.", programPattern)
	element := str("An argument as it is passed, or wholly {name} for the value of one of args.", elementPattern)
	return about("The body: a .mts or .mjs file of this directory, or a program with its arguments, which no shell reads.",
		member{"type", []string{"string", "array"}},
		member{"allOf", eachPattern([]string{linePattern, `\.m[tj]s$`})},
		member{"not", object{{"type", "string"}, {"pattern", `^(/|~/)|(^|/)\.\.(/|$)`}}},
		member{"minItems", 1}, member{"items", []object{program}}, member{"additionalItems", element})
}

func steps() object {
	sentence := `A sentence for one action, as a person would type it. {name} is an argument; an optional one stands in a bracket with its words, [ in {region}].`
	when := tableOf("The field that the step before the alternatives yields, and the value under which this step runs.",
		named("A yielded field's name.", name.Field), line("The value, as text.")).
		with(member{"minProperties", 1}, member{"maxProperties", 1})
	step := orString(table(sentence,
		key{"say", str("The step's sentence.", stepPattern, saysPattern)},
		key{"when", when},
	).with(required("say", "when")), stepPattern, saysPattern)
	return list("A playbook's body: a plan in place of run, a sentence a step, or { say, when } for one that may not run.", step,
		member{"minItems", 1}, member{"maxItems", manifest.MaxSteps},
		// Nothing comes before the first that could pick it.
		member{"allOf", []object{{{"items", []object{{{"type", "string"}}}}}}})
}

func needs() object {
	path := str("A path: ~/... below the home, /... from the root, or wholly {name} for the value of an argument or a setting.", needPattern)
	about := map[string]object{
		"reads":  list("Paths the body reads.", path, unique),
		"writes": list("Paths the body reads and writes.", path, unique),
		"hosts":  list("The network: [\"*\"] for all of it, or nothing.", choice("Every host.", []string{"*"}), unique),
		"runs":   list("Programs the body starts.", str("A name on PATH, or an absolute path.", programPattern), unique),
	}
	var keys []key
	for _, k := range manifest.NeedKeys {
		keys = append(keys, key{k, about[k]})
	}
	return table("What the body touches. What is not here the system refuses it.", keys...)
}

func config() object {
	setting := orString(table("What the setting is, or { about, secret }.",
		key{"about", line("What the setting is, as the person who sets it reads it.")},
		key{"secret", flag("Whether it is set only from an environment variable, and never written down.")},
	).with(required("about")), linePattern)
	return tableOf("Settings the person gives. Until all are set, the reflex is inactive.", named("A setting's name.", name.Config), setting)
}

func yields() object {
	fields := tableOf("The fields of each record.", named("A field's name.", name.Field), recognizer("What reads the field."))
	field := about("A recognizer, or { each = { field = recognizer } } for a list.", member{"anyOf", []object{
		recognizer("What reads the field."),
		table("A list of records.", key{"each", fields}).with(required("each")),
	}})
	return tableOf("What a later step may take from the body's data, by the noun a person would use.", named("A field's name.", name.Field), field)
}

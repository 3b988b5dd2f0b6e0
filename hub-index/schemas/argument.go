package schemas

import (
	"sinew/pkg/manifest"
	"sinew/pkg/name"
)

// argument is one of [args] (manual, "Arguments").
func argument() object {
	options := tableOf("The closed set of values: what the body receives, and what each means as an answer to ask.", optionKeys(), line("What the option means, in one line.")).
		with(member{"minProperties", 1})
	numbers := list("The least and the greatest value, both allowed: numbers, or whole seconds for a duration.", object{{"type", "number"}},
		member{"minItems", 2}, member{"maxItems", 2})
	return table("A value the body receives: ask with one of options, vocab, pick and flag, or takes alone.",
		key{"ask", line("The question that asks for the value. The classifier reads it, and a person at the prompt.")},
		key{"options", options},
		key{"vocab", named("The vocabulary whose words are the values: the person's own vocab/<name>.toml.", name.Vocab)},
		key{"pick", recognizer("The recognizer that reads the value in the request.")},
		key{"flag", about("A switch, which the words raise or leave alone.", member{"const", true})},
		key{"takes", named("The result of an earlier step, taken whole. Nobody is asked for it.", name.Field)},
		key{"range", numbers},
		key{"recent", named("The yielded field whose values of this session are offered when the value is asked for.", name.Field)},
		key{"optional", flag("Whether a run goes on without the value.")},
		key{"was", list("The names the argument had before. They stay, and none is used again.", named("A former name.", name.Argument), unique)},
	).with(member{"anyOf", sourcesRequired()}, member{"dependencies", sources()})
}

func sourcesRequired() []object {
	var one []object
	for _, source := range append(manifest.Closed().Sources, "takes") {
		one = append(one, object{required(source)})
	}
	return one
}

// sources is what each source needs and forbids beside it.
func sources() object {
	var all object
	for _, source := range manifest.Closed().Sources {
		forbidden := append(minus(manifest.Closed().Sources, source), "takes")
		if source != "pick" {
			forbidden = append(forbidden, "range", "recent")
		}
		if source == "flag" {
			forbidden = append(forbidden, "optional")
		}
		beside := object{required("ask"), without(forbidden...)}
		if source == "pick" {
			beside = beside.with(member{"allOf", ranges()})
		}
		all = append(all, member{source, beside})
	}
	return all.with(member{"takes", object{without(minus(manifest.Keys("args", "*"), "takes")...)}})
}

// ranges says which recognizers a range bounds, and with what.
func ranges() []object {
	ranged := object{{"properties", object{{"pick", object{{"enum", manifest.Closed().Ranged}}}}}}
	duration := object{{"properties", object{{"pick", object{{"const", "duration"}}}}}}
	whole := object{{"range", object{{"items", object{{"type", "integer"}}}}}}
	return []object{
		{{"if", ranged}, {"else", object{without("range")}}},
		{{"if", duration}, {"then", object{{"properties", whole}}}},
	}
}

package schemas

import (
	"slices"

	"sinew/pkg/name"
	"sinew/pkg/project"
)

// overlay is the schema of a person's wording for one reflex (manual, "Tuning",
// "Overlays"). Which arguments and options there are is the shipped manifest's
// to say.
func overlay() object {
	wording := table("New wording for one argument.",
		key{"ask", line("The question, in your words.")},
		key{"options", tableOf("New meanings for options the argument has.", optionKeys(), line("What the option means, in your words."))},
	)
	return object{{"$schema", draft}, {"title", "overlays/<name>.toml"}}.with(table(
		"Your wording for one reflex, laid over the shipped manifest. It changes words; what the reflex runs and receives stays.",
		key{"description", description("Stands in place of the shipped description, all of it.")},
		key{"not_for", notFor("Stands in place of the shipped list, all of it.")},
		key{"tags", tags("Stands in place of the shipped list, all of it.")},
		key{"effect", effect("A tighter effect than the shipped one. A looser one makes the reflex inactive.")},
		key{"confirm", confirm("The question before a run, in your words. A {name} shows a required argument's value.")},
		key{"args", tableOf("Wording by argument, under the name it has or had.", named("An argument's name.", name.Argument), wording)},
		key{"examples", records("Requests the classifier is shown. A shipped request named here is yours: its value and its table. Yours may hold words of a vocabulary.")},
		key{"tests", records("Requests the classifier never sees. A shipped example named here is no longer shown.")},
	)...)
}

// vocabulary is the schema of a closed list of a person's words (manual,
// "Tuning", "Vocabularies").
func vocabulary() object {
	about := map[string]object{
		"what":  line("What the word means; other names for the thing help."),
		"value": str("What the body receives in place of the word. The classifier never sees it.", wordValuePattern),
	}
	words := project.Closed().Word
	var keys []key
	for _, k := range words {
		keys = append(keys, key{k, about[k]})
	}
	meaning := orString(table("What the word means, or { what, value }.", keys...).with(required("what")), linePattern)
	word := str("A word of yours. It may hold spaces, but none at an end; none and unstated are taken.", wordPattern).
		with(except(project.Closed().ReservedWords)...)
	return object{{"$schema", draft}, {"title", "vocab/<name>.toml"}}.with(
		tableOf("A closed list of your words, shared by every argument that names the vocabulary.", word, meaning)...)
}

// evoke is the schema of a project (manual, "Projects", "Files").
func evoke() object {
	about := map[string]object{
		"adapter":  choice("Who decides.", project.Adapters),
		"reflexes": tableOf("What is installed: a name of yours, and where the reflex comes from.", named("What you call the reflex.", name.Local), location("Where it comes from. With @tag it is pinned; without, update moves it.")),
		"config":   tableOf("The settings of each reflex. They outlive its removal.", named("A reflex's name.", name.Local), settings()),
		"adapters": table("Settings of each adapter. Those of one that is not selected do nothing.", adapters()...),
	}
	var keys []key
	for _, k := range project.Closed().Keys {
		keys = append(keys, key{k, about[k]})
	}
	return object{{"$schema", draft}, {"title", "evoke.toml"}}.with(
		table("A project: who decides, which reflexes are installed, and how they are set.", keys...)...).
		with(required("adapter"))
}

func settings() object {
	variable := orString(table("The value, or { env = \"<VAR>\" } for the environment variable that holds it.",
		key{"env", str("The variable's name. A secret is set no other way.", `^`+project.VarPattern+`$`)}).with(required("env")))
	return tableOf("The settings of this reflex.", named("A setting's name.", name.Config), variable)
}

// adapters is a table for each adapter.
func adapters() []key {
	sets := project.Closed()
	var all []key
	for _, adapter := range sets.Adapters {
		var gates []key
		if !slices.Contains(sets.Gateless, adapter) {
			gates = []key{{"gate", gate(slices.Contains(sets.Bare, adapter), sets)}}
		}
		all = append(all, key{adapter, table("Settings of "+adapter+".", gates...)})
	}
	return all
}

func gate(bare bool, sets project.Sets) object {
	about := map[string]string{
		"route": "Under it no reflex is chosen.",
		"fits":  "At it, a reflex being added is named as one that fits another's example.",
		"read":  "At it, a reflex that reads runs. Not above write.",
		"write": "At it, a reflex that writes runs.",
		"whole": "At it, a call about to run is taken to hold all that was typed.",
	}
	var keys []key
	for _, k := range sets.Gate {
		keys = append(keys, key{k, object{{"description", about[k]}, {"type", "number"}, {"minimum", 0}, {"maximum", 1}}})
	}
	bars := table("The bars you moved, each a probability from 0 to 1.", keys...)
	if bare {
		return bars.with(required(sets.BareNeeds...))
	}
	return bars
}

package schemas

// A reasonType is a type of a verdict's reasons, with the verdicts it comes at.
type reasonType struct {
	name string
	at   []string
}

// verdicts are what becomes of a pull request on the index, from the gentlest.
var verdicts = []string{"auto", "wait", "human", "refuse"}

// reasonTypes are those of hubindex check, whose own test holds them to this
// table: this module does not see the command's.
var reasonTypes = []reasonType{
	{"addresses_model", []string{"human"}},
	{"author_unknown", []string{"human"}},
	{"body", []string{"refuse"}},
	{"contract", []string{"human", "refuse"}},
	{"differs_from_log", []string{"refuse"}},
	{"effect_loosened", []string{"human"}},
	{"fetch", []string{"auto", "refuse"}},
	{"fetches_code", []string{"human"}},
	{"grammar", []string{"refuse"}},
	{"known_source", []string{"auto"}},
	{"license", []string{"refuse"}},
	{"lint", []string{"auto"}},
	{"listed_twice", []string{"refuse"}},
	{"look_alike", []string{"human"}},
	{"manifest", []string{"auto", "refuse"}},
	{"many_reasons", []string{"auto"}},
	{"many_tags", []string{"human"}},
	{"moved", []string{"human"}},
	{"name", []string{"refuse"}},
	{"near_name", []string{"human"}},
	{"needs_widened", []string{"human"}},
	{"new_name", []string{"wait"}},
	{"no_reflex", []string{"refuse"}},
	{"no_version", []string{"auto", "refuse"}},
	{"not_yours", []string{"human", "refuse"}},
	{"nothing_changed", []string{"refuse"}},
	{"other_files", []string{"human", "refuse"}},
	{"other_host", []string{"human"}},
	{"reads_differ", []string{"refuse"}},
	{"removed", []string{"human"}},
	{"std_name", []string{"human"}},
	{"theft", []string{"auto"}},
	{"thefts_unread", []string{"auto"}},
	{"was", []string{"human", "refuse"}},
}

// verdict is the schema of what hubindex check prints (hub-index/README.md,
// "What the check says").
func verdict() object {
	return object{{"$schema", draft}, {"title", "the verdict of hubindex check"}}.with(table(
		"What becomes of a pull request on the index, with why.",
		key{"verdict", choice("The strictest of the reasons' own: auto and wait may be merged, human waits for a maintainer, refuse cannot be merged as it is.", verdicts)},
		key{"reasons", list("What was found, the strictest first.", reason())},
	)...).with(required("verdict", "reasons"))
}

// reason is one thing that was found.
func reason() object {
	text := func(description string) object { return line(description).with(member{"maxLength", 500}) }
	var pairs []object
	for _, t := range reasonTypes {
		pairs = append(pairs, object{{"properties", object{{"type", object{{"const", t.name}}}, {"verdict", object{{"enum", t.at}}}}}})
	}
	return table("One thing that was found.",
		key{"type", line("What it is about.")},
		key{"verdict", choice("What this reason alone asks for.", verdicts)},
		key{"listing", text("The listing's file, from the index's root.")},
		key{"at", text("Where, as <file>:<line>[:<column>], in the index or in the repository.")},
		key{"message", text("What was found. What came from outside is escaped.")},
		key{"fix", text("What puts it right.")},
	).with(required("type", "verdict", "message"), member{"anyOf", pairs})
}

package schemas

// indexLine is the schema of a line of the Hub's index (pkg/hubsearch). A key
// that is not here is for readers to come, and passed over.
func indexLine() object {
	digest := func(description string) object { return str(description, "^h1:[0-9a-f]{64}$") }
	return object{{"$schema", draft}, {"title", "a line of the Hub's index"}}.with(open(
		"What the index says of a reflex, by its highest version. Where that version's files were not kept, what its manifest says is missing.",
		key{"name", line("The reflex in the log: host/path, and #dir where it lies in a directory.")},
		key{"ref", line("The same as sinew add takes it, without a pin.")},
		key{"version", str("X.Y.Z.", "^[0-9]+\\.[0-9]+\\.[0-9]+$")},
		key{"commit", str("The commit the version's tag was on when it was first seen.", "^([0-9a-f]{40}|[0-9a-f]{64})$")},
		key{"h1", digest("The hash of the reflex's files.")},
		key{"does", line("Its description, in one line.")},
		key{"effect", effect("What running it does to the world, by its author's claim.")},
		key{"needs", needsOfLine()},
		key{"args", texts("The names of its arguments.", 40)},
		key{"examples", texts("What a person says to reach it.", 40)},
		key{"tags", texts("Its tags.", 20)},
		key{"first_seen", str("When the log first saw the version.", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")},
		key{"retracted", line("Why the author retracted the version.")},
		key{"signer", str("Who signed the version, as the log names it.", "^[!-~]+$")},
	)...).with(required("name", "ref", "version", "commit", "h1", "effect", "needs", "first_seen"))
}

// open is a table that may hold keys that are not known.
func open(description string, keys ...key) object {
	var kept object
	for _, m := range table(description, keys...) {
		if m.key != "additionalProperties" {
			kept = append(kept, m)
		}
	}
	return kept
}

func needsOfLine() object {
	entries := func(description string) object {
		return texts(description+" An entry … stands for those that are left out.", 16)
	}
	return open("What its body touches, by its own declaration.",
		key{"reads", entries("Paths it reads.")},
		key{"writes", entries("Paths it writes.")},
		key{"hosts", entries("Hosts it reaches.")},
		key{"runs", entries("Programs it runs.")},
	)
}

func texts(description string, most int) object {
	return list(description, line("One of them."), member{"maxItems", most})
}

package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"sinew/pkg/diag"
)

// FirstCollection is what an empty project is told to add.
const FirstCollection = "std:"

// Fix spells a fix as the command that carries it out; "" when there is none.
// The set is the manual's page "Diagnostics".
func (w Words) Fix(f diag.Fix) string {
	switch f.Kind {
	case "", diag.FixRerun:
		return w.rerun()
	case diag.FixNone:
		return ""
	case diag.FixEditLine:
		return w.place(f.At)
	case diag.FixMakeDir:
		return "mkdir -p " + folder(w.Short(f.Path))
	case diag.FixExport:
		return "export " + f.Var + "=<value>"
	}
	return w.Program + " " + arguments(f)
}

func (w Words) rerun() string {
	if w.Command == "" {
		return ""
	}
	return w.Program + " " + w.Command
}

// place is `<file>:<line>:<column>`.
func (w Words) place(at *diag.Position) string {
	name := string(at.File.Kind)
	if w.File != nil {
		name = w.File(at.File)
	}
	return fmt.Sprintf("%s:%d:%d", name, at.Line, at.Column)
}

// arguments are what follows the program's name.
func arguments(f diag.Fix) string {
	switch f.Kind {
	case diag.FixHelp:
		return "--help"
	case diag.FixAddFirst:
		return "add " + FirstCollection
	case diag.FixAdd:
		return "add " + strings.Join(f.Refs, " ")
	case diag.FixAddRef:
		return "add " + f.Reference + " --as " + cmp.Or(f.Name, "<name>")
	case diag.FixNew:
		return "new " + cmp.Or(f.Name, "<name>")
	case diag.FixSave:
		return "try --save " + saved(f.File) + " " + Said(cmp.Or(f.Input, "<input>"))
	case diag.FixTeachNot:
		return "teach " + Said(f.Utterance) + " not " + f.Reflex
	case diag.FixAccept:
		return "update --accept " + f.Reflex
	case diag.FixCheck:
		return strings.TrimSuffix("check --tag "+f.Version, " --tag ")
	case diag.FixPin:
		return "update " + f.Reflex + " --pin " + f.Version
	case diag.FixVocab, diag.FixVocabAdd, diag.FixVocabValue, diag.FixVocabRemove:
		return vocabArguments(f)
	case diag.FixConfigSet:
		return "config " + f.Reflex + " " + f.Key + " <value>"
	case diag.FixConfigEnv:
		return "config " + f.Reflex + " " + f.Key + " --env <VAR>"
	}
	return strings.TrimSpace(string(f.Kind) + " " + f.Reflex) // show, update, sync, trust, remove, check, test
}

// saved is a plan file as a shell takes it.
func saved(file string) string {
	if file == "" {
		return "<file>"
	}
	return folder(file)
}

func vocabArguments(f diag.Fix) string {
	switch f.Kind {
	case diag.FixVocabAdd:
		return "vocab " + f.Vocab + ` add <word> "<meaning>"`
	case diag.FixVocabValue:
		return "vocab " + f.Vocab + " add " + Bare(f.Word) + ` "<meaning>" --value <path>`
	case diag.FixVocabRemove:
		return "vocab " + f.Vocab + " remove <word>"
	}
	return "vocab " + f.Vocab
}

// Bare is a word as it is spelled again in a command: bare where a shell takes
// it as it is, and otherwise as what was said is.
func Bare(s string) string {
	if plain(s) {
		return s
	}
	return Said(s)
}

// plain reports whether any shell takes a word as it is.
func plain(s string) bool {
	return s != "" && strings.TrimFunc(s, func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/:@", r)
	}) == ""
}

// Said is an input or an utterance as it is spelled again in a command: a JSON
// string, in which a shell finds nothing to put in or to run. One that holds
// what a shell would is in single quotes (behaviour.md 0.1).
func Said(s string) string {
	if expands(s) {
		return single(s)
	}
	return JSON(s)
}

// Called is a call as it is spelled again in a command: its own words, or one
// word where a shell would find something to put in or to run.
func Called(s string) string {
	if expands(s) {
		return single(s)
	}
	return s
}

// expands reports whether a shell changes s even between double quotes.
func expands(s string) bool { return strings.ContainsAny(s, "$`") }

// single is s in single quotes, where a shell changes nothing.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// folder is a path as a shell takes it. The home stays one to a shell.
func folder(path string) string {
	rest, home := strings.CutPrefix(path, "~/")
	switch {
	case plain(rest):
		return path
	case home:
		return "~/" + single(rest)
	}
	return single(path)
}

// Path is a path as a shell takes it.
func Path(path string) string { return folder(path) }

// JSON is s as a JSON string.
func JSON(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return s
	}
	return strings.TrimSuffix(out.String(), "\n")
}

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
		return "mkdir -p " + f.Path
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
		return "try --save " + f.File + " " + JSON(f.Input)
	case diag.FixTeachNot:
		return "teach " + JSON(f.Utterance) + " not " + f.Reflex
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
// it as it is, and otherwise as a JSON string (behaviour.md 0.1).
func Bare(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/:@", r)
	}
	if s != "" && strings.TrimFunc(s, plain) == "" {
		return s
	}
	return JSON(s)
}

// JSON is s as a JSON string, as an input is spelled again.
func JSON(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return s
	}
	return strings.TrimSuffix(out.String(), "\n")
}

package diag

import "encoding/json"

// A FixKind is one of the closed set of ways to put a problem right.
type FixKind string

// The fixes, by the names the format's vectors give them.
const (
	FixRerun       FixKind = "rerun"        // the command that was run, once the reason is gone
	FixHelp        FixKind = "help"         // --help
	FixEditLine    FixKind = "edit_line"    // a line of an owned file
	FixExport      FixKind = "export_key"   // export <VAR>=<value>
	FixAddFirst    FixKind = "add_first"    // add the first collection: nothing is installed
	FixAdd         FixKind = "add"          // add <ref>…
	FixAddRef      FixKind = "add_ref"      // add <ref> --as <name>
	FixVocab       FixKind = "vocab"        // vocab <name>
	FixVocabAdd    FixKind = "vocab_add"    // vocab <name> add <word> "<meaning>"
	FixVocabValue  FixKind = "vocab_value"  // vocab <name> add <word> "<meaning>" --value <path>
	FixVocabRemove FixKind = "vocab_remove" // vocab <name> remove <word>
	FixConfigSet   FixKind = "config_set"   // config <reflex> <key> <value>
	FixConfigEnv   FixKind = "config_env"   // config <reflex> <key> --env <VAR>
	FixShow        FixKind = "show"         // show [<reflex>]
	FixTeachNot    FixKind = "teach_not"    // teach "<phrase>" not <reflex>
	FixUpdate      FixKind = "update"       // update [<reflex>]
	FixAccept      FixKind = "accept"       // update --accept <reflex>
	FixPin         FixKind = "pin"          // update <reflex> --pin <X.Y.Z>: ours, beside the format's
	FixSync        FixKind = "sync"         // sync
	FixTrust       FixKind = "trust"        // trust
	FixRemove      FixKind = "remove"       // remove <reflex>
	FixCheck       FixKind = "check"        // check
	FixNew         FixKind = "new"          // new <name>
	FixTest        FixKind = "test"         // test
	FixMakeDir     FixKind = "make_dir"     // mkdir -p <path>
	FixSave        FixKind = "save"         // try --save <file> "<input>"

	// FixNone is a line nobody can do anything about: another machine.
	FixNone FixKind = "none"
)

// A Fix is one way to put a problem right. Only the fields its kind names are
// set; the renderer spells it as a command. The zero Fix is FixRerun.
type Fix struct {
	Kind      FixKind   `json:"type"`
	Reflex    string    `json:"reflex,omitempty"`
	Vocab     string    `json:"vocab,omitempty"`
	Word      string    `json:"word,omitempty"`
	Key       string    `json:"key,omitempty"`
	Var       string    `json:"var,omitempty"`
	Path      string    `json:"path,omitempty"`
	Reference string    `json:"reference,omitempty"`
	Refs      []string  `json:"refs,omitempty"`
	Name      string    `json:"name,omitempty"`
	Version   string    `json:"version,omitempty"`
	Utterance string    `json:"utterance,omitempty"`
	File      string    `json:"file,omitempty"`
	Input     string    `json:"input,omitempty"`
	At        *Position `json:"at,omitempty"`
}

// MarshalJSON names the zero kind rerun.
func (f Fix) MarshalJSON() ([]byte, error) {
	type plain Fix
	if f.Kind == "" {
		f.Kind = FixRerun
	}
	return json.Marshal(plain(f))
}

// Rerun is the command that was run.
func Rerun() Fix { return Fix{Kind: FixRerun} }

// Help is the help text.
func Help() Fix { return Fix{Kind: FixHelp} }

// EditLine is a line to edit.
func EditLine(at Position) Fix { return Fix{Kind: FixEditLine, At: &at} }

// Show is a look at the installed reflexes, or at one of them.
func Show(reflex string) Fix { return Fix{Kind: FixShow, Reflex: reflex} }

// Add is the command that adds refs.
func Add(refs ...string) Fix { return Fix{Kind: FixAdd, Refs: refs} }

// AddAs adds one ref under a name; an empty name prints as <name>.
func AddAs(reference, name string) Fix {
	return Fix{Kind: FixAddRef, Reference: reference, Name: name}
}

// OfReflex is a fix that names only a reflex: update, accept, remove.
func OfReflex(kind FixKind, reflex string) Fix { return Fix{Kind: kind, Reflex: reflex} }

// Pin is the command that pins a reflex at a version.
func Pin(reflex, version string) Fix { return Fix{Kind: FixPin, Reflex: reflex, Version: version} }

// VocabAdd is the command that adds a word.
func VocabAdd(vocab string) Fix { return Fix{Kind: FixVocabAdd, Vocab: vocab} }

// ConfigSet is the command that sets a plain setting.
func ConfigSet(reflex, key string) Fix { return Fix{Kind: FixConfigSet, Reflex: reflex, Key: key} }

// ConfigEnv is the command that names a setting's variable.
func ConfigEnv(reflex, key string) Fix { return Fix{Kind: FixConfigEnv, Reflex: reflex, Key: key} }

// Of is a fix that needs no more than its kind: sync, trust, check, test.
func Of(kind FixKind) Fix { return Fix{Kind: kind} }

// Save is the command that makes a plan file again. What is empty of the two
// prints as <file> and "<input>".
func Save(file, input string) Fix { return Fix{Kind: FixSave, File: file, Input: input} }

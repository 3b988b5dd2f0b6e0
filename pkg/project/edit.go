package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tomldoc"
)

// An Edit is one line of an owned file set or removed. Value is the zero
// Literal for a removal.
type Edit struct {
	File   diag.File
	Path   []string
	Value  tomldoc.Literal
	Remove bool
}

// AddEntry installs a reflex, or points its name elsewhere.
func AddEntry(name string, from ref.Location) Edit {
	return Edit{File: projectFile, Path: []string{"reflexes", name}, Value: tomldoc.Str(from.String())}
}

// RemoveEntry drops a reflex. Its settings stay.
func RemoveEntry(name string) Edit {
	return Edit{File: projectFile, Path: []string{"reflexes", name}, Remove: true}
}

// SetConfig holds a setting of a reflex, as its manifest declares it in spec.
// The error is a diag.Problems of one: a secret given plain, or a variable
// that is none (manual, "Tuning", "config: settings and secrets").
func SetConfig(reflex, key string, setting Setting, spec manifest.Setting) (Edit, error) {
	edit := Edit{File: projectFile, Path: []string{"config", reflex, key}, Value: tomldoc.Str(setting.Value)}
	if setting.Var == "" {
		if spec.Secret {
			return Edit{}, diag.One(reflex, plainSecret(key), diag.ConfigEnv(reflex, key))
		}
		return edit, nil
	}
	if why := CheckVar(setting.Var); why != "" {
		return Edit{}, diag.One(reflex, why, diag.ConfigEnv(reflex, key))
	}
	edit.Value = tomldoc.Inline(tomldoc.Pair{Key: "env", Value: tomldoc.Str(setting.Var)})
	return edit, nil
}

// AddWord puts a word into a vocabulary, or gives the one there a new meaning.
// Whether the word and its meaning may stand is found by Apply, which reads
// the result; CheckWord and CheckMeaning say it beforehand.
func AddWord(vocabulary string, word Word) Edit {
	value := tomldoc.Str(word.What)
	if word.Value != nil {
		value = tomldoc.Inline(tomldoc.Pair{Key: "what", Value: value}, tomldoc.Pair{Key: "value", Value: tomldoc.Str(*word.Value)})
	}
	return Edit{File: vocabFile(vocabulary), Path: []string{word.Word}, Value: value}
}

// Line is the word as its vocabulary's file has it: `den = "The TV room."`.
func (w Word) Line() string {
	return tomldoc.QuoteKey(w.Word) + " = " + AddWord("", w).Value.String()
}

// RemoveWord drops a word.
func RemoveWord(vocabulary, word string) Edit {
	return Edit{File: vocabFile(vocabulary), Path: []string{word}, Remove: true}
}

// CheckMeaning says why s is no meaning of a word, or "". It reads after
// `the meaning`.
func CheckMeaning(s string) string {
	if why := unclean(s); why != "" {
		return quoted(s) + " " + why
	}
	return ""
}

var projectFile = diag.File{Kind: diag.ProjectFile}

func vocabFile(name string) diag.File { return diag.File{Kind: diag.VocabFile, Name: name} }

// FilePath is a file's path below the project's root, with slashes. A
// manifest lies in its reflex's own directory and has none.
func FilePath(f diag.File) string {
	switch f.Kind {
	case diag.ProjectFile:
		return "evoke.toml"
	case diag.LockFile:
		return "evoke.lock"
	case diag.OverlayFile:
		return "overlays/" + f.Name + ".toml"
	case diag.VocabFile:
		return "vocab/" + f.Name + ".toml"
	}
	return ""
}

// String is the edit as it is said, without the leading sign:
// `evoke.toml  [config.lights] bridge = "10.0.0.2"` (behaviour.md 5.3). It is
// not escaped for a terminal beyond what the file itself escapes.
func (e Edit) String() string {
	if len(e.Path) == 0 {
		return FilePath(e.File)
	}
	keys := make([]string, len(e.Path))
	for i, key := range e.Path {
		keys[i] = tomldoc.QuoteKey(key)
	}
	last := len(keys) - 1
	said := FilePath(e.File) + "  "
	if last > 0 {
		said += "[" + strings.Join(keys[:last], ".") + "] "
	}
	said += keys[last]
	if !e.Remove {
		said += " = " + e.Value.String()
	}
	return said
}

// MarshalJSON is the edit as the format's vectors hold it.
func (e Edit) MarshalJSON() ([]byte, error) {
	out := struct {
		Type  string           `json:"type"`
		File  diag.File        `json:"file"`
		Path  []string         `json:"path"`
		Value *tomldoc.Literal `json:"value,omitempty"`
	}{"set", e.File, e.Path, &e.Value}
	if e.Remove {
		out.Type, out.Value = "remove", nil
	}
	return json.Marshal(out)
}

// Apply makes an edit in the text of its file: for one that is not there,
// DefaultText or nothing. Only the edit's own line changes. The result is read again:
// when it is no evoke.toml or no vocabulary, its problems come back and no
// text does. An overlay's result is the caller's to read.
//
// Other errors are a *diag.Failure, when the text is no TOML or the line
// cannot be changed in place, and a diag.Problems of one for a removal of what
// is not there.
func Apply(src []byte, e Edit) ([]byte, error) {
	edited, err := e.text(src)
	if err != nil {
		return nil, e.refused(err)
	}
	switch e.File.Kind {
	case diag.ProjectFile:
		_, err = Read(edited)
	case diag.VocabFile:
		_, err = ReadVocabulary(e.File.Name, edited)
	}
	if err != nil {
		return nil, err
	}
	return edited, nil
}

func (e Edit) text(src []byte) ([]byte, error) {
	if e.Remove {
		return tomldoc.Remove(src, e.Path)
	}
	return tomldoc.Set(src, e.Path, e.Value)
}

func (e Edit) refused(err error) error {
	var missing *tomldoc.MissingError
	var syntax *tomldoc.SyntaxError
	var unreadable *tomldoc.UnreadableError
	switch {
	case errors.As(err, &missing):
		return e.missing()
	case errors.As(err, &unreadable):
	case errors.As(err, &syntax):
		return &diag.Failure{What: "parsing " + FilePath(e.File), Why: err}
	}
	return &diag.Failure{What: "editing " + FilePath(e.File), Why: err}
}

// missing is the removal of a key that is not there.
func (e Edit) missing() error {
	key := e.Path[len(e.Path)-1]
	switch {
	case e.File.Kind == diag.VocabFile:
		fix := diag.Fix{Kind: diag.FixVocab, Vocab: e.File.Name}
		return diag.One("", fmt.Sprintf("%s is not in vocabulary %s", quoted(key), quoted(e.File.Name)), fix)
	case e.File.Kind == diag.ProjectFile && e.Path[0] == "reflexes":
		return diag.One(key, "is not installed", diag.Show(""))
	}
	return diag.One("", tomldoc.JoinPath(e.Path)+" is not in "+FilePath(e.File), diag.Rerun())
}

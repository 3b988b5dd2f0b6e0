package project

import (
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// A Vocabulary is one vocab/<name>.toml that reads, its words in the file's
// order. It may be empty.
type Vocabulary struct {
	Name    string
	Words   []Word
	Unknown [][]string // the paths of keys the format does not have
}

// A Word is what the classifier may choose. What is its meaning, which the
// classifier reads; Value is what the body receives instead of the word, nil
// when it receives the word itself.
type Word struct {
	Word, What string
	Value      *string
}

// Word is the entry for a word, or nil.
func (v *Vocabulary) Word(word string) *Word {
	for i := range v.Words {
		if v.Words[i].Word == word {
			return &v.Words[i]
		}
	}
	return nil
}

// ReadVocabulary reads a vocab/<name>.toml. The error is a diag.Problems with
// every problem of the file, in file order, and the Vocabulary is nil then
// (manual, "Files", "vocab/<name>.toml").
func ReadVocabulary(name string, src []byte) (*Vocabulary, error) {
	r := vocabularyReader(name)
	doc := r.parse(src)
	if doc == nil {
		return nil, r.err()
	}
	return VocabularyOf(name, doc)
}

// VocabularyOf is ReadVocabulary of a document already parsed. One without
// positions came from no file: its problems are nowhere.
func VocabularyOf(name string, doc *tomldoc.Value) (*Vocabulary, error) {
	r := vocabularyReader(name)
	r.placed = doc != nil && doc.Line > 0
	if !doc.IsTable() {
		r.refuse(&tomldoc.Value{Line: 1, Column: 1}, "the document must be a table")
		return nil, r.err()
	}
	v, seen := &Vocabulary{Name: name}, map[string]string{}
	for _, e := range doc.Entries {
		r.unique(e, seen)
		v.Words = append(v.Words, r.word(e))
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	v.Unknown = r.unknown
	return v, nil
}

func vocabularyReader(name string) *reader {
	return &reader{file: diag.File{Kind: diag.VocabFile, Name: name}}
}

// unique refuses a word that is the same as an earlier one under identity, or
// that is no word.
func (r *reader) unique(e tomldoc.Entry, seen map[string]string) {
	if why := CheckWord(e.Key); why != "" {
		r.refuse(e.Value, "word "+why)
		return
	}
	identity := text.Identity(e.Key)
	if earlier, twice := seen[identity]; twice {
		r.refuse(e.Value, "word "+quoted(e.Key)+" repeats "+quoted(earlier))
		return
	}
	seen[identity] = e.Key
}

// CheckWord says why s is no vocabulary word, or "". It reads after `word`.
func CheckWord(s string) string {
	switch why := unclean(s); {
	case why != "":
		return quoted(s) + " " + why
	case strings.TrimSpace(s) != s:
		return quoted(s) + " has white space at an end"
	case slices.Contains(reservedWords, s):
		return quoted(s) + " is reserved"
	}
	return ""
}

func (r *reader) word(e tomldoc.Entry) Word {
	word, what, path := Word{Word: e.Key}, e.Value, []string{e.Key}
	if e.Value.IsTable() {
		r.others(e.Value, path, wordKeys...)
		word.Value = r.wordValue(e.Value.Get("value"), e.Key)
		path = append(path, "what")
		if what = e.Value.Get("what"); what == nil {
			r.refuse(e.Value, tomldoc.JoinPath(path)+" is required")
			return word
		}
	} else if e.Value.Kind != tomldoc.String {
		r.refuse(e.Value, tomldoc.JoinPath(path)+" must be a string or { what, value }")
		return word
	}
	meaning, ok := r.str(what, path...)
	if why := unclean(meaning); ok && why != "" {
		r.refuse(what, tomldoc.JoinPath(path)+" "+why)
	}
	word.What = meaning
	return word
}

// wordValue may be empty, but holds no character that is not clean.
func (r *reader) wordValue(v *tomldoc.Value, word string) *string {
	if v == nil {
		return nil
	}
	s, ok := r.str(v, word, "value")
	if !ok {
		return nil
	}
	if why := unclean(s); s != "" && why != "" {
		r.refuse(v, tomldoc.JoinPath([]string{word, "value"})+" "+why)
	}
	return &s
}

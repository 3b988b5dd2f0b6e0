// Package givenname knows given names and the pet forms of them, for the
// reading of a word that may be a person (reading.md 3.3 and 3.4).
//
// The tables beside this file are made by tools/givennames, which says of what
// published lists, and under which licences:
//
//	names.txt     a name a line in small letters without accents, in order; a
//	              star marks one that is an ordinary English word as well
//	petforms.txt  a name and its pet forms a line
//
// Names are compared in any case and without accents. All functions may be
// called from several goroutines.
package givenname

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed names.txt
var names string

//go:embed petforms.txt
var petForms string

// Is reports whether a word is a given name or a pet form of one.
func Is(word string) bool {
	found, _ := lookUp(fold(word))
	return found
}

// Ordinary reports whether a given name is an ordinary English word as well:
// "Rose", "Mark", "May".
func Ordinary(word string) bool {
	_, ordinary := lookUp(fold(word))
	return ordinary
}

// lookUp searches the table as it stands: a program that looks a few words up
// lays out no map of them.
func lookUp(name string) (found, ordinary bool) {
	low, high := 0, len(names)
	for low < high {
		line, start, end := lineAt(low + (high-low)/2)
		known, ordinary := strings.CutSuffix(line, "*")
		switch strings.Compare(name, known) {
		case 0:
			return true, ordinary
		case -1:
			high = start
		default:
			low = end
		}
	}
	return false, false
}

// lineAt is the line of the table around a byte, and its bounds with its line
// feed.
func lineAt(at int) (line string, start, end int) {
	start = strings.LastIndexByte(names[:at], '\n') + 1
	end = at + strings.IndexByte(names[at:], '\n') + 1
	return names[start : end-1], start, end
}

// Share reports whether two names stand on one line of the pet forms: a name
// and a form of it, or two forms of one name. Samuel, Sam, Sammy and Sal do. A
// name shares with itself where it has a line.
func Share(a, b string) bool {
	of := lines()
	others := of[fold(b)]
	return slices.ContainsFunc(of[fold(a)], func(line int) bool { return slices.Contains(others, line) })
}

// lines are the lines each name stands on.
var lines = sync.OnceValue(func() map[string][]int {
	of := map[string][]int{}
	at := 0
	for line := range strings.Lines(petForms) {
		for name := range strings.FieldsSeq(line) {
			of[name] = append(of[name], at)
		}
		at++
	}
	return of
})

// fold is a name as the tables write it: small letters, no accents.
func fold(name string) string {
	name = strings.ToLower(name)
	if isPlain(name) {
		return name
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(letters.Replace(norm.NFC.String(name))))
}

func isPlain(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// letters are those that do not come apart into a plain one and its accent,
// as names are spelled without them.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i")

package reading

import (
	"strings"
	"sync"
)

// The words the rules below speak of, in English (reading.md 10).
var (
	introducing = set(`about regarding concerning re called named titled labelled labeled entitled subject
		saying that for to from into in on at with by as until till`)
	function = set(`a an the this that these those my your our his her its their me i you we it to of in on at
		for from with by as into onto and or then so but if is are was be been am do does did can could will
		would shall should may might must have has had not no please pls plz thanks thank thx kindly hey hi
		hello ok okay just now some any there here up out off over about`)
	courtesy = set(`please pls plz thanks thank you thx cheers ta kindly`)
	kindOf   = set(`also where team channel folder service region`)
)

// again are the words that say a call is wanted once more.
var again = []string{"same for", "as well", "aswell", "too", "also"}

// A wordlist is laid out when a word is first looked up in it: a program that
// reads no sentence does not wait for it.
type wordlist struct{ all func() map[string]bool }

func set(words string) wordlist {
	return wordlist{sync.OnceValue(func() map[string]bool {
		all := map[string]bool{}
		for _, w := range strings.Fields(words) {
			all[w] = true
		}
		return all
	})}
}

func (l wordlist) has(word string) bool { return l.all()[word] }

// IsFunction reports whether a word, in lower case, only joins others; it says
// nothing of a value.
func IsFunction(word string) bool { return function.has(word) }

// IsCourtesy reports whether a word, in lower case, asks for nothing.
func IsCourtesy(word string) bool { return courtesy.has(word) }

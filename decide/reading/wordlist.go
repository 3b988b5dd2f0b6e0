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

// petForms are pet forms of given names that one would type for the name.
var petForms = [][]string{
	{"alexander", "alex", "sasha"}, {"alexandra", "alex", "sasha"}, {"andrew", "andy", "drew"},
	{"anthony", "tony"}, {"benjamin", "ben"}, {"catherine", "kate", "katie", "cathy"},
	{"christopher", "chris"}, {"christine", "chris"}, {"daniel", "dan", "danny"}, {"david", "dave"},
	{"edward", "ed", "eddie", "ted"}, {"elizabeth", "liz", "beth", "lizzie"}, {"james", "jim", "jimmy"},
	{"jennifer", "jen", "jenny"}, {"johannes", "hannes", "jo"}, {"john", "johnny", "jack"},
	{"joseph", "joe", "joey"}, {"katherine", "kate", "kathy"}, {"margaret", "maggie", "meg", "peggy"},
	{"maria", "mia"}, {"matthew", "matt"}, {"michael", "mike", "mick"}, {"nicholas", "nick"},
	{"patricia", "pat", "tricia"}, {"patrick", "pat", "paddy"}, {"peter", "pete"},
	{"rebecca", "becky"}, {"richard", "rick", "dick"}, {"robert", "rob", "bob", "bobby"},
	{"samantha", "sam", "sammy"}, {"samuel", "sam", "sammy", "sal"}, {"stephen", "steve"},
	{"susan", "sue", "susie"}, {"theodore", "theo", "ted"}, {"thomas", "tom", "tommy"},
	{"victoria", "vicky", "tori"}, {"william", "will", "bill", "billy"},
}

// givenNames are names people are commonly called: a typed one is a person of
// its own, however near a listed one is spelled.
var givenNames = set(`adam alex alice amy ana andrea andrew anna anne anthony ben beth bob carl carla carol
	charles charlie chris claire clara daniel dana dave david diana ed edward elena elisa ella emil emily emma
	eric erik eva fiona frank fred gabriel george grace hanna hannah harry helen henry ian ida ines ivan jack
	jacob james jan jane jason jean jeff jen jo joan joe joel john jon jonas jordan jose joseph juan julia
	julian karen karl kate kim kurt laura lea lee lena leo leon lisa liz lou louis louise lucas lucia lucy
	luis luke lukas maria marie mario mark marta martha martin mary mateo matt max maya mia michael mike mila
	milo nadia nick nina noah nora olga oliver olivia oscar otto paul paula pedro peter philip rachel ralph
	ray rita rob robert rosa ruth ryan sal sally sam samuel sara sarah simon sofia sophie stefan steve sue
	susan ted teresa theo thomas tim tina tom tony vera victor walter will william zoe`)

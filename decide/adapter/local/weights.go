package local

import (
	"strings"
	"sync"
)

// What a word weighs before it is known how many of the offered reflexes say
// it. English has a few hundred words that stand in any request; all others
// tell about equally much.
const (
	weighsFunction = 0.1 // grammar: the, is, how, my
	weighsLight    = 0.4 // in requests of every kind: show, tell, need, thing
	weighsTyped    = 0.6 // that there is a value of some kind; what it is says nothing
	weighsContent  = 1.0
)

func weight(t token) float64 {
	switch {
	case t.typed:
		return weighsTyped
	case t.is(function):
		return weighsFunction
	case t.is(light):
		return weighsLight
	}
	return weighsContent
}

// A class is what is known of a word without looking at any reflex.
type class uint16

const (
	function class = 1 << iota
	light
	courtesy // asks for nothing
	result   // says what is wanted from a result
	numeral  // part of a number or a length of time that is spelled out
	negation // turns what follows around
	asking   // makes a question of a request
	joining  // may begin another request
	dated    // part of a day or a clock time, and seldom of anything else
	naming   // a thing is named behind it
)

func (t token) is(c class) bool { return t.class&c != 0 }

// classes are made when first asked for: a program that decides nothing does
// not pay for them.
var classes = sync.OnceValue(func() map[string]class {
	all := make(map[string]class, 512)
	for _, list := range []struct {
		class class
		words string
	}{
		{function, functionWords}, {light, lightWords}, {courtesy, courtesyWords}, {result, resultWords},
		{numeral, numberWords}, {negation, negationWords}, {asking, askingWords}, {joining, joiningWords}, {dated, datedWords}, {naming, namingWords},
	} {
		for word := range strings.FieldsSeq(list.words) {
			all[word] |= list.class
		}
	}
	return all
})

const functionWords = `a an the this that these those here there
	i me my mine myself you your yours we us our ours he him his she her hers it its they them their theirs
	am is are was were be been being do does did doing done has have had having
	can could will would shall should may might must
	of in on at for from with by about as into onto to than then per
	and or but so if not no nor yes just only also too very still yet already even ever
	what which who whom whose when where why how
	some any all each every both many much more most few less least other
	now please pls hey hi hello ok okay oh well thanks thank thx
	n't 's 'm 're 've 'll 'd s t m re ll ve don doesn didn isn aren won im whats`

const lightWords = `show tell give get got let know want need like make take put go come see look say ask
	find check help try use set keep start thing things something anything everything stuff way lot bit
	kind sort one ones right currently really actually maybe quickly quick today wanna gonna
	going could possible able out up down off over back again around
	mean think believe wonder wondering seem sure good new current name`

const courtesyWords = `please pls plz thanks thank you thx cheers ta kindly hey hi hello ok okay dear sorry
	could can would will do me for if trouble too much mind a favour favor quickly quick just now right
	want like need to i we us let so oh well`

const resultWords = `json table csv list listed briefly brief summary summarize short sorted sort ordered order
	only total first top one line detail details detailed bytes`

const numberWords = `two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty
	fifty sixty half quarter hundred thousand couple dozen`

const negationWords = `not no never without n't dont except nothing nobody none cannot neither nor other`

const askingWords = `how why when where who whose what which`

const joiningWords = `and then also plus afterwards`

const datedWords = `tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday
	january february april june july august september october november december noon midnight pm ago`

const namingWords = `a an the this that these those my your our his her its their of in on at for from with about to`

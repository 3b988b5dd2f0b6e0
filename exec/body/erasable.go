package body

import (
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"sinew/pkg/text"
)

// What a body may be written in is JavaScript once its types are blanked out,
// which is all that Node itself does for one. The library does more: it makes
// JavaScript of an enum. So its source map is read for what it made anew: each
// token it wrote carries the place of the token it came from, and a place in a
// comment, a text or a type carries none.
//
// Two things differ from Node's reading, on every Node alike. What the library
// drops whole is taken: an alias nobody uses, a `module` or a namespace of
// declarations alone. And a dotted namespace is refused with types alone in it.

// What cannot be erased, and what to write instead.
const (
	noEnum      = "an enum is not erased with the types; write an object"
	noNamespace = "a namespace with values is not erased with the types; export the values from a module"
	noProperty  = "a parameter property is not erased with the types; declare a field and assign it"
	noRequire   = "import … = require(…) is not erased with the types; write import … from"
	noAlias     = "import … = is not erased with the types; write const … ="
	noExport    = "export = is not erased with the types; write export default"
	noCast      = "a type in angle brackets is not erased with the types; write value as Type"
	noDecorator = "Node runs no decorators; call the function"
	noAccessor  = "Node has no accessor fields; write get and set"
)

// ambiguous is the library's complaint about a `<` that begins an expression in
// a .mts file: of a cast, which Node refuses too, and of a generic arrow
// function, which it takes.
const ambiguous = `This syntax is not allowed in files with the ".mts" or ".cts" extension`

// A refusal is one thing in a source that type erasure does not remove.
type refusal struct {
	at  place
	why string
}

// unerasable is the first thing in source that plain, which is source without
// its types, was given in place of a type.
func unerasable(source string, plain api.TransformResult) (first refusal, found bool) {
	from, to := newLayout(source), newLayout(string(plain.Code))
	var last mapping
	for _, m := range mappings(plain.Map) {
		// A line that goes on from the one before, as the second of a text
		// does, is mapped to the same place again.
		again := m.output.column == 0 && m.source == last.source && m != last
		last = m
		if again || found && !m.source.before(first.at) {
			continue
		}
		if why := compiled(from.after(m.source), to.after(m.output)); why != "" {
			first, found = refusal{m.source, why}, true
		}
	}
	return first, found
}

// compiled is why the token that source begins with cannot become the one that
// output begins with, past its indent, or nothing when it can.
func compiled(source, output string) string {
	t := tokens(source)
	output = strings.TrimPrefix(strings.TrimLeft(output, " "), "static ")
	switch {
	case t[0] == "enum" && isWord(t[1]) && !strings.HasPrefix(output, "enum"), t[0] == "const" && t[1] == "enum":
		return noEnum
	case t[0] == "namespace" || t[0] == "module":
		return namespace(source, t)
	case t[0] == "import" && isWord(t[1]) && t[2] == "=":
		return map[bool]string{true: noRequire, false: noAlias}[t[3] == "require"]
	case t[0] == "export" && t[1] == "=":
		return noExport
	case t[0] == "@":
		return noDecorator
	case isWord(t[0]) && strings.HasPrefix(output, "this."+t[0]+" = "):
		return noProperty
	case isAccessor(output):
		return noAccessor
	}
	return ""
}

// namespace is noNamespace for a declaration; the same words on two lines are
// two statements.
func namespace(source string, t [4]string) string {
	line, _, _ := strings.Cut(source, "\n")
	if isWord(t[1]) && (t[2] == "{" || t[2] == ".") && tokens(line)[1] == t[1] {
		return noNamespace
	}
	return ""
}

// noComputed is an import whose path is put together: the library would look
// for every file it could be, from wherever the program happens to run.
const noComputed = "an import of a relative path that is put together is not followed; name the module, or choose among imports"

// anImport finds where a module is asked for at run time, in text that the
// library wrote.
var anImport = text.Pattern(`\b(?:import|require|require\.resolve)\(`)

// wholePath is one that stands there whole.
var wholePath = text.Pattern(`^("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*[,)]`)

// computed is where code, written by the library, imports from a relative path
// that is put together.
func computed(code string) (at place, found bool) {
	for _, match := range anImport().FindAllStringIndex(code, -1) {
		argument := balanced(code[match[1]:])
		if !wholePath().MatchString(argument) && relative().MatchString(argument) {
			before := code[:match[0]]
			line := before[strings.LastIndexByte(before, '\n')+1:]
			return place{strings.Count(before, "\n"), units(line)}, true
		}
	}
	return place{}, false
}

// balanced is code up to the bracket that closes one opened before it.
func balanced(code string) string {
	open := 1
	for i := range len(code) {
		switch code[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return code[:i+1]
		}
	}
	return code
}

// isAccessor is whether a member of a class, as the library writes it, is an
// accessor field. A name may be that word as well.
func isAccessor(output string) bool {
	rest, found := strings.CutPrefix(output, "accessor ")
	t := tokens(rest)
	operator := t[0] == "in" || t[0] == "instanceof" || t[0] == "of"
	return found && !operator && (isWord(t[0]) || strings.HasPrefix(rest, "#") || strings.HasPrefix(rest, `"`))
}

// isArrow is whether the library made an arrow function of what it mapped to
// the `<` at a place: a cast leaves nothing there, or, when it begins a
// statement, its value.
func isArrow(plain api.TransformResult, at place) bool {
	written := newLayout(string(plain.Code))
	for _, m := range mappings(plain.Map) {
		if m.source == at {
			return beginsArrow(written.after(m.output))
		}
	}
	return false
}

func beginsArrow(output string) bool {
	parameters, opened := strings.CutPrefix(output, "(")
	return opened && strings.HasPrefix(parameters[len(balanced(parameters)):], " =>")
}

// tokens are the first four of a source: words, and every other character by
// itself; empty past its end.
func tokens(source string) (found [4]string) {
	for i := range found {
		source = afterTrivia(source)
		n := wordLength(source)
		if n == 0 {
			n = min(1, len(source))
		}
		found[i], source = source[:n], source[n:]
	}
	return found
}

// afterTrivia is source past white space and comments.
func afterTrivia(source string) string {
	for {
		source = strings.TrimLeft(source, " \t\r\n\v\f\u00a0\u2028\u2029\ufeff")
		end := "\n"
		switch {
		case strings.HasPrefix(source, "/*"):
			end = "*/"
		case !strings.HasPrefix(source, "//"):
			return source
		}
		_, source, _ = strings.Cut(source[2:], end)
	}
}

func isWord(token string) bool { return wordLength(token) > 0 && (token[0] < '0' || token[0] > '9') }

// wordLength is how much of source one name is, its escapes included.
func wordLength(source string) int {
	for i := range len(source) {
		c := source[i]
		if c < 0x80 && c != '_' && c != '$' && c != '\\' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return i
		}
	}
	return len(source)
}

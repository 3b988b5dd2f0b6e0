package tomldoc

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxSize is the largest document Parse reads and an edit makes, in bytes: far
// more than anyone writes by hand.
const MaxSize = 1 << 20

// MaxDepth is how deep tables and arrays may nest, counted in keys and
// elements from the document's top.
const MaxDepth = 64

// A statement is one line of a document's structure: a pair or a header. The
// ranges are byte offsets into the source.
type statement struct {
	kind  statementKind
	path  []string // from the document's top
	start int      // first byte: of the key, or the header's '['
	value int      // a pair: first byte of its value
	end   int      // first byte after the value, or after the header's ']'
	// section is the index of the header the statement stands under, itself
	// for a header, and -1 above the first header.
	section int
	own     []string // a pair: its key as written, below its section
	read    *Value   // a pair: its value, positioned
}

type statementKind int

const (
	pair statementKind = iota
	header
	repeatedHeader // [[…]]
)

// A scanner turns the parser's expressions into statements.
type scanner struct {
	src    []byte
	lines  []int // offset of each line's first byte
	parser unstable.Parser
	found  []statement
	done   int // first byte after the last statement
}

// scanners are scanners to be used again: what they have grown to is a third of
// what reading a manifest takes.
var scanners = sync.Pool{New: func() any { return &scanner{found: make([]statement, 0, 32)} }}

// release gives the scanner back. Nobody may use it, or its statements, any
// more. One that has grown large is left to the collector.
func (s *scanner) release() {
	if len(s.src) > 64<<10 {
		return
	}
	clear(s.found)
	s.src, s.found = nil, s.found[:0]
	s.parser.Reset(nil)
	scanners.Put(s)
}

// shortest is how many bytes most statements have at least.
const shortest = 16

// scan is src's statements in file order, with no check across statements.
func scan(src []byte, limit int) (*scanner, error) {
	if len(src) > limit {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("the file is larger than %d KiB", limit>>10)}
	}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: "the file starts with a byte order mark (U+FEFF); save it without one"}
	}
	s := scanners.Get().(*scanner)
	s.src, s.lines, s.done = src, lineStarts(src, s.lines), 0
	s.parser.Reset(src)
	s.found = slices.Grow(s.found, min(len(s.lines), len(src)/shortest)) // a recording's are many
	section, prefix := -1, []string(nil)
	for s.parser.NextExpression() {
		one, err := s.statement(s.parser.Expression(), prefix)
		if err != nil {
			return nil, err
		}
		if one.kind != pair {
			section, prefix = len(s.found), one.path
		}
		one.section = section
		s.found = append(s.found, one)
		s.done = one.end
	}
	if err := s.parser.Error(); err != nil {
		return nil, s.refused(err)
	}
	return s, nil
}

// lineStarts is written over into, if that is large enough.
func lineStarts(src []byte, into []int) []int {
	starts := append(slices.Grow(into[:0], 1+bytes.Count(src, []byte{'\n'})), 0)
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (s *scanner) statement(n *unstable.Node, prefix []string) (statement, error) {
	keys, start, end := keysOf(n.Key())
	one := statement{start: start, end: end}
	if n.Kind == unstable.KeyValue {
		one.own, one.path = keys, keys
		if len(prefix) > 0 {
			one.path = append(prefix[:len(prefix):len(prefix)], keys...)
		}
		err := s.readPair(&one, n.Value(), end)
		return one, err
	}
	one.kind, one.path = header, keys
	one.start = bytes.LastIndexByte(s.src[:start], '[')
	one.end = end + bytes.IndexByte(s.src[end:], ']') + 1
	if n.Kind == unstable.ArrayTable {
		one.kind = repeatedHeader
		one.start--
		one.end++
	}
	if len(keys) > MaxDepth {
		return one, s.at(one.start, tooDeep)
	}
	return one, nil
}

func (s *scanner) readPair(one *statement, n *unstable.Node, keyEnd int) error {
	if len(one.path) > MaxDepth {
		return s.at(one.start, tooDeep)
	}
	one.value = s.valueStart(keyEnd)
	v, end, err := s.read(n, one.value, len(one.path))
	if err != nil {
		return err
	}
	v.Line, v.Column = s.position(one.start)
	one.read, one.end = v, end
	return nil
}

// keysOf is a dotted key's parts and the range it is written in.
func keysOf(it unstable.Iterator) (keys []string, start, end int) {
	start = -1
	for it.Next() {
		key := it.Node()
		if start < 0 {
			start = int(key.Raw.Offset)
		}
		end = int(key.Raw.Offset + key.Raw.Length)
		keys = append(keys, string(key.Data))
	}
	return keys, start, end
}

// valueStart is where the value of the key ending at keyEnd begins.
func (s *scanner) valueStart(keyEnd int) int {
	i := keyEnd + bytes.IndexByte(s.src[keyEnd:], '=') + 1
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	return i
}

const tooDeep = "tables and arrays nest more than 64 deep"

// read is the value whose first byte is at start, and the offset behind it.
// The parser gives arrays and inline tables no range, so theirs is followed
// through what they hold.
func (s *scanner) read(n *unstable.Node, start, depth int) (*Value, int, error) {
	if depth > MaxDepth {
		return nil, 0, s.at(start, tooDeep)
	}
	switch n.Kind {
	case unstable.Array:
		return s.readArray(n, start, depth)
	case unstable.InlineTable:
		return s.readInline(n, start, depth)
	}
	v, err := s.readScalar(n)
	return v, int(n.Raw.Offset + n.Raw.Length), err
}

func (s *scanner) readArray(n *unstable.Node, start, depth int) (*Value, int, error) {
	v, at := &Value{Kind: Array}, start+1
	for it := n.Children(); it.Next(); {
		first := s.skipBetween(at)
		item, end, err := s.read(it.Node(), first, depth+1)
		if err != nil {
			return nil, 0, err
		}
		item.Line, item.Column = s.position(first)
		v.Items = append(v.Items, item)
		at = end
	}
	return v, s.skipBetween(at) + 1, nil
}

func (s *scanner) readInline(n *unstable.Node, start, depth int) (*Value, int, error) {
	table, at := newNode(&Value{Kind: Table}, written), start+1
	for it := n.Children(); it.Next(); {
		keys, first, keyEnd := keysOf(it.Node().Key())
		if depth+len(keys) > MaxDepth {
			return nil, 0, s.at(first, tooDeep)
		}
		value, end, err := s.read(it.Node().Value(), s.valueStart(keyEnd), depth+len(keys))
		if err != nil {
			return nil, 0, err
		}
		value.Line, value.Column = s.position(first)
		if message := table.put(keys, value); message != "" {
			return nil, 0, s.at(first, message)
		}
		at = end
	}
	return table.value, s.skipBetween(at) + 1, nil
}

// skipBetween is the offset of the next element or closing bracket: past
// blanks, line ends, commas and comments.
func (s *scanner) skipBetween(i int) int {
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ', '\t', '\r', '\n', ',':
		case '#':
			end := bytes.IndexByte(s.src[i:], '\n')
			if end < 0 {
				return len(s.src)
			}
			i += end
		default:
			return i
		}
	}
	return i
}

func (s *scanner) readScalar(n *unstable.Node) (*Value, error) {
	v, message := &Value{Text: string(n.Data)}, ""
	switch n.Kind {
	case unstable.String:
		v.Kind = String
	case unstable.Bool:
		v.Kind, v.Bool = Bool, v.Text == "true"
	case unstable.Integer:
		message = v.setInteger()
	case unstable.Float:
		message = v.setFloat()
	default:
		v.Kind = Time
		if !validTime(v.Text) {
			message = "this is no date or time"
		}
	}
	if message != "" {
		return nil, s.at(int(n.Raw.Offset), message)
	}
	return v, nil
}

func (v *Value) setInteger() string {
	i, err := strconv.ParseInt(strings.ReplaceAll(v.Text, "_", ""), 0, 64)
	if err != nil {
		return "the number does not fit in 64 bits"
	}
	v.Kind, v.Int, v.Float = Integer, i, float64(i)
	return ""
}

func (v *Value) setFloat() string {
	v.Kind = Float
	if strings.HasSuffix(v.Text, "nan") {
		v.Float = math.NaN()
		return ""
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(v.Text, "_", ""), 64)
	if err != nil {
		return "the number does not fit in 64 bits"
	}
	v.Float = f
	return ""
}

// lineOf is the index into s.lines of the line that holds an offset.
func (s *scanner) lineOf(offset int) int {
	low, high := 0, len(s.lines)
	for high-low > 1 {
		middle := (low + high) / 2
		if s.lines[middle] <= offset {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// position is the line of an offset and the column of that line's first
// non-blank character, both from 1 (behaviour.md 9.2).
func (s *scanner) position(offset int) (line, column int) {
	index := s.lineOf(offset)
	i := s.lines[index]
	for i < offset && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	return index + 1, i - s.lines[index] + 1
}

// at is a refusal of what stands at offset.
func (s *scanner) at(offset int, message string) *SyntaxError {
	line, column := s.position(offset)
	return &SyntaxError{Line: line, Column: column, Message: message}
}

// refused is the parser's own refusal. One at the very end is about a string
// or an array that was left open: its statement's line says more.
func (s *scanner) refused(err error) *SyntaxError {
	var parse *unstable.ParserError
	if !errors.As(err, &parse) {
		return s.at(s.done, err.Error())
	}
	offset := cap(s.src) - cap(parse.Highlight)
	if offset < 0 || offset > len(s.src) {
		offset = len(s.src)
	}
	if offset >= len(s.src)-1 {
		offset = min(offset, s.skipBetween(s.done))
	}
	if s.conflictMarker(offset) {
		return s.at(offset, "a merge conflict is left in the file")
	}
	return s.at(offset, parse.Message)
}

// conflictMarker reports whether the line at offset is one git leaves where a
// merge could not be made.
func (s *scanner) conflictMarker(offset int) bool {
	line := s.src[s.lines[s.lineOf(offset)]:]
	for _, marker := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if bytes.HasPrefix(line, []byte(marker)) {
			return true
		}
	}
	return false
}

package planfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sinew/pkg/tomldoc"
)

// deepest bounds how deep the values of a file nest.
const deepest = 64

type kind string

const (
	aNull   kind = "null"
	aBool   kind = "true or false"
	aNumber kind = "a number"
	aString kind = "a string"
	anArray kind = "an array"
	aTable  kind = "an object"
)

// A node is one JSON value. Objects keep their order.
type node struct {
	kind    kind
	text    string // of a string what it says, of a number and a truth how it is spelled
	items   []node
	members []member
	offset  int64 // where it ends in the file
}

type member struct {
	key   string
	value node
}

func str(s string) node { return node{kind: aString, text: s} }

func num(f float64) node { return node{kind: aNumber, text: spell(f)} }

func object(members ...member) node { return node{kind: aTable, members: members} }

func (n *node) add(key string, value node) { n.members = append(n.members, member{key, value}) }

// get is the member under key, or nil.
func (n *node) get(key string) *node {
	for i := range n.members {
		if n.members[i].key == key {
			return &n.members[i].value
		}
	}
	return nil
}

// read is the one JSON value that src holds.
func read(src []byte) (node, error) {
	if !utf8.Valid(src) {
		return node{}, errors.New("the file is not UTF-8")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(src, &whole); err != nil {
		return node{}, notJSON(src, err)
	}
	in := json.NewDecoder(bytes.NewReader(src))
	in.UseNumber()
	return value(in, nil)
}

func notJSON(src []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Errorf("the file is no JSON: %w", err)
	}
	line := 1 + bytes.Count(src[:min(max(int(syntax.Offset)-1, 0), len(src))], []byte("\n"))
	return fmt.Errorf("the file is no JSON at line %d: %w", line, err)
}

// value reads one value whose syntax was checked before.
func value(in *json.Decoder, path []string) (n node, err error) {
	if len(path) > deepest {
		return n, fmt.Errorf("%s is nested deeper than %d", tomldoc.JoinPath(path[:3]), deepest)
	}
	token, err := in.Token()
	if err != nil {
		return n, err
	}
	switch token := token.(type) {
	case nil:
		n = node{kind: aNull, text: "null"}
	case bool:
		n = node{kind: aBool, text: strconv.FormatBool(token)}
	case string:
		n = str(token)
	case json.Number:
		n.kind = aNumber
		n.text, err = respell(string(token), path)
	case json.Delim:
		n, err = compound(in, path, token)
	}
	n.offset = in.InputOffset()
	return n, err
}

func compound(in *json.Decoder, path []string, open json.Delim) (node, error) {
	n, each := node{kind: anArray}, item
	if open == '{' {
		n, each = node{kind: aTable}, pair
	}
	met := map[string]bool{}
	for in.More() {
		if err := each(in, &n, path, met); err != nil {
			return n, err
		}
	}
	_, err := in.Token() // the end
	return n, err
}

func item(in *json.Decoder, n *node, path []string, _ map[string]bool) error {
	one, err := value(in, append(path, strconv.Itoa(len(n.items))))
	n.items = append(n.items, one)
	return err
}

// pair reads a key and its value. A key that stands twice would mean one thing
// to this program and another to the next.
func pair(in *json.Decoder, n *node, path []string, met map[string]bool) error {
	token, err := in.Token()
	if err != nil {
		return err
	}
	key, _ := token.(string)
	path = append(path, key)
	if met[key] {
		return fmt.Errorf("%s stands twice", tomldoc.JoinPath(path))
	}
	met[key] = true
	one, err := value(in, path)
	n.add(key, one)
	return err
}

// respell is a number in the one spelling it is compared and printed in: whole
// numbers as they are, others the shortest that reads the same.
func respell(number string, path []string) (string, error) {
	if number != "-0" && !strings.ContainsAny(number, ".eE") {
		return number, nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return "", fmt.Errorf("%s: %s is out of range", tomldoc.JoinPath(path), number)
	}
	return spell(f), nil
}

func spell(f float64) string {
	if f == 0 {
		return "0" // of both signs
	}
	text, err := json.Marshal(f)
	if err != nil {
		return "null" // no number JSON knows
	}
	return string(text)
}

// compact is the value on one line.
func (n *node) compact(out *bytes.Buffer) {
	switch n.kind {
	case aString:
		quote(out, n.text)
	case anArray:
		n.array(out)
	case aTable:
		n.table(out)
	default:
		out.WriteString(n.text)
	}
}

func (n *node) array(out *bytes.Buffer) {
	out.WriteByte('[')
	for i := range n.items {
		comma(out, i)
		n.items[i].compact(out)
	}
	out.WriteByte(']')
}

func (n *node) table(out *bytes.Buffer) {
	out.WriteByte('{')
	for i := range n.members {
		comma(out, i)
		quote(out, n.members[i].key)
		out.WriteByte(':')
		n.members[i].value.compact(out)
	}
	out.WriteByte('}')
}

func (n *node) line() []byte {
	var out bytes.Buffer
	n.compact(&out)
	return out.Bytes()
}

func comma(out *bytes.Buffer, i int) {
	if i > 0 {
		out.WriteByte(',')
	}
}

// quote writes s as JSON, with < > and & as they are.
func quote(out *bytes.Buffer, s string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err == nil { // a string always encodes
		out.Truncate(out.Len() - 1) // its line feed
	}
}

// Canonical is a plan's JSON in the one spelling that is kept and compared: on
// one line, keys in their order, whole numbers as they are and others the
// shortest that reads the same, and no `trace` at its top: the adapter's calls
// and their times are no part of a plan that is made again. The error is for
// what is no JSON object, or no plain one: a key that stands twice, nesting past
// 64, a number out of range.
func Canonical(plan []byte) (json.RawMessage, error) {
	n, err := read(plan)
	if err != nil {
		return nil, err
	}
	if n.kind != aTable {
		return nil, errors.New("a plan is a JSON object")
	}
	kept := n.members[:0]
	for _, m := range n.members {
		if m.key != "trace" {
			kept = append(kept, m)
		}
	}
	n.members = kept
	return n.line(), nil
}

package tomldoc

import "fmt"

// Parse reads a whole document as a Table, every value in file order and with
// its place. A *SyntaxError names the first line that is no TOML, defines a
// key a second time, or goes past MaxSize or MaxDepth. The time it takes is
// linear in len(src); src is not kept.
//
// A carriage return inside a multi-line string stays in its Text, so a caller
// can refuse it where the format does.
func Parse(src []byte) (*Value, error) { return ParseUpTo(src, MaxSize) }

// ParseUpTo is Parse with another limit on the size, for what a program
// writes: a recording holds every answer of every sentence.
func ParseUpTo(src []byte, limit int) (*Value, error) {
	doc, err := open(src, limit)
	if err != nil {
		return nil, err
	}
	doc.scanner.release()
	return doc.root.value, nil
}

// A document is a source with its statements and the tree they build.
type document struct {
	*scanner
	root *node
}

func open(src []byte, limit int) (*document, error) {
	s, err := scan(src, limit)
	if err != nil {
		return nil, err
	}
	doc := &document{scanner: s, root: newNode(&Value{Kind: Table, Line: 1, Column: 1}, headed)}
	current := doc.root
	for i := range s.found {
		one, message := &s.found[i], ""
		switch one.kind {
		case pair:
			message = current.put(one.own, one.read)
		case header:
			current, message = doc.root.enter(one.path, s.emptyTable(one))
		case repeatedHeader:
			current, message = doc.root.enterNew(one.path, s.emptyTable(one))
		}
		if message != "" {
			return nil, s.at(one.start, message)
		}
	}
	return doc, nil
}

func (s *scanner) emptyTable(one *statement) *Value {
	line, column := s.position(one.start)
	return &Value{Kind: Table, Line: line, Column: column}
}

// An origin is how a value came to be, which decides what may be added to it.
type origin int

const (
	written  origin = iota // after an equals sign: closed
	dotted                 // a table on the way of a dotted key
	implied                // a table on the way of a longer header
	headed                 // a table with a header of its own
	repeated               // an array of [[tables]]; its last table is open
)

// A node is a value while the document is being read, with the nodes of its
// table's entries, in their order. Once they are many, their keys are indexed:
// a search through Entries would make large tables quadratic. The entries of a
// repeated node are those of its last table.
type node struct {
	value  *Value
	origin origin
	nodes  []*node
	index  map[string]*node // nil while there are few
}

// few is how many keys are searched sooner than indexed.
const few = 8

func newNode(v *Value, o origin) *node { return &node{value: v, origin: o} }

// table is the Table new keys of n go to.
func (n *node) table() *Value {
	if n.origin == repeated {
		return n.value.Items[len(n.value.Items)-1]
	}
	return n.value
}

// get is the node under key, or nil.
func (n *node) get(key string) *node {
	if n.index != nil {
		return n.index[key]
	}
	for i := range n.nodes {
		if n.table().Entries[i].Key == key {
			return n.nodes[i]
		}
	}
	return nil
}

func (n *node) add(key string, child *node) *node {
	t := n.table()
	t.Entries = append(t.Entries, Entry{Key: key, Value: child.value})
	n.nodes = append(n.nodes, child)
	switch {
	case n.index != nil:
		n.index[key] = child
	case len(n.nodes) > few:
		n.index = make(map[string]*node, 2*len(n.nodes))
		for i, one := range n.nodes {
			n.index[t.Entries[i].Key] = one
		}
	}
	return child
}

// put adds a pair under n. The tables on a dotted key's way are at its line.
// The message says why it cannot be, and is empty when it can.
func (n *node) put(keys []string, v *Value) (message string) {
	last := len(keys) - 1
	for i, key := range keys[:last] {
		next := n.get(key)
		if next == nil {
			next = n.add(key, newNode(&Value{Kind: Table, Line: v.Line, Column: v.Column}, dotted))
		} else if next.origin != dotted {
			return twice(keys[:i+1], next)
		}
		n = next
	}
	if old := n.get(keys[last]); old != nil {
		return twice(keys, old)
	}
	n.add(keys[last], newNode(v, written))
	return ""
}

// way walks to the table that holds the last of a header's keys.
func (n *node) way(path []string, at *Value) (*node, string) {
	for i, key := range path[:len(path)-1] {
		next := n.get(key)
		if next == nil {
			next = n.add(key, newNode(&Value{Kind: Table, Line: at.Line, Column: at.Column}, implied))
		} else if next.origin == written {
			return nil, twice(path[:i+1], next)
		}
		n = next
	}
	return n, ""
}

// enter opens the table of a [header].
func (n *node) enter(path []string, empty *Value) (*node, string) {
	parent, message := n.way(path, empty)
	if message != "" {
		return nil, message
	}
	key := path[len(path)-1]
	old := parent.get(key)
	if old == nil {
		return parent.add(key, newNode(empty, headed)), ""
	}
	if old.origin != implied {
		return nil, twice(path, old)
	}
	old.origin = headed
	old.value.Line, old.value.Column = empty.Line, empty.Column
	return old, ""
}

// enterNew opens the next table of a [[header]].
func (n *node) enterNew(path []string, empty *Value) (*node, string) {
	parent, message := n.way(path, empty)
	if message != "" {
		return nil, message
	}
	key := path[len(path)-1]
	old := parent.get(key)
	if old == nil {
		list := &Value{Kind: Array, Items: []*Value{empty}, Line: empty.Line, Column: empty.Column}
		return parent.add(key, newNode(list, repeated)), ""
	}
	if old.origin != repeated {
		return nil, twice(path, old)
	}
	old.value.Items = append(old.value.Items, empty)
	old.nodes, old.index = nil, nil
	return old, ""
}

func twice(path []string, first *node) string {
	return fmt.Sprintf("%s is defined twice, first on line %d", JoinPath(path), first.value.Line)
}

package planfile

import (
	"slices"
	"strconv"

	"sinew/decide/catalog"
	"sinew/pkg/name"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
	"sinew/pkg/tree"
)

var (
	topKeys     = []string{"note", "plan", "input", "tags", "weave", "evoke", "adapter", "gate", "set", "reflexes", "vocab", "packs", "answers"}
	adapterKeys = []string{"name", "id"}
	gateKeys    = []string{"route", "fits", "read", "write", "whole"}
	answerKeys  = []string{"text", "raw"}
	localKeys   = []string{"item", "path"}
	remoteKeys  = []string{"item", "ref", "tag", "h1"}
)

// Parse reads the bytes of a plan file. shown is the file as it is shown to the
// person, for the fix of each problem: the command that makes the plan again.
// The error is a diag.Problems with every problem of the file, in its order, and
// the File is nil then. What is no JSON, and a file of another version of the
// format, give that problem alone. A key that the format does not have is a
// problem.
func Parse(src []byte, shown string) (*File, error) {
	r := &reader{shown: shown}
	top, err := read(src)
	switch {
	case err != nil:
		r.refuse(&top, "%s", err)
	case top.kind != aTable:
		r.refuse(&top, "a plan file is a JSON object, not %s", top.kind)
	default:
		r.again = sentence(&top)
		if r.version(&top) {
			r.document(&top)
		}
	}
	if len(r.problems) > 0 {
		return nil, r.inOrder()
	}
	return &r.file, nil
}

// sentence is the file's, as far as it can be said again in a fix.
func sentence(top *node) string {
	if n := top.get("input"); n != nil && n.kind == aString {
		return n.text
	}
	return ""
}

// version reports whether the rest of the file can mean what it says.
func (r *reader) version(top *node) bool {
	n := top.get("plan")
	switch {
	case n == nil:
		r.refuse(top, "plan = %d is required", Version)
	case n.kind != aNumber || n.text != strconv.Itoa(Version):
		r.refuse(n, "plan must be %d, not %s", Version, n.short())
	default:
		return true
	}
	return false
}

func (r *reader) document(top *node) {
	r.known(top, nil, topKeys)
	r.str(top, nil, "note")
	r.file.Input = r.filled(top, nil, "input")
	if tags := top.get("tags"); tags != nil {
		r.file.Tags = r.tags(tags)
	}
	r.plan(top)
	r.pins(top)
	if n := r.must(top, nil, "answers", anArray); n != nil {
		for i := range n.items {
			r.file.Answers = append(r.file.Answers, r.answered(&n.items[i], []string{"answers", strconv.Itoa(i)}))
		}
	}
}

func (r *reader) tags(n *node) []string {
	if !r.is(n, []string{"tags"}, anArray) {
		return nil
	}
	var all []string
	for i := range n.items {
		path := []string{"tags", strconv.Itoa(i)}
		if r.is(&n.items[i], path, aString) {
			all = append(all, r.line(&n.items[i], path))
		}
	}
	return all
}

// plan keeps the plan, and reads the little of it that Check speaks of.
func (r *reader) plan(top *node) {
	n := r.must(top, nil, "weave", aTable)
	if n == nil {
		return
	}
	if trace := n.get("trace"); trace != nil {
		r.refuse(trace, "weave.trace is no part of a plan file")
	}
	r.str(n, []string{"weave"}, "input")
	if steps := r.must(n, []string{"weave"}, "steps", anArray); steps != nil {
		for i := range steps.items {
			r.step(&steps.items[i], i)
		}
	}
	r.file.Plan = n.line()
}

func (r *reader) step(n *node, i int) {
	path := []string{"weave", "steps", strconv.Itoa(i)}
	if !r.is(n, path, aTable) {
		return
	}
	if number := r.must(n, path, "n", aNumber); number != nil && number.text != strconv.Itoa(i+1) {
		r.refuse(number, "%s must be %d, not %s", at(path, "n"), i+1, number.short())
	}
	if reflex := n.get("reflex"); reflex != nil {
		r.is(reflex, add(path, "reflex"), aString)
	}
	if from := n.get("from"); from != nil {
		r.from(from, add(path, "from"))
	}
}

func (r *reader) from(n *node, path []string) {
	if !r.is(n, path, anArray) {
		return
	}
	for i := range n.items {
		below := add(path, strconv.Itoa(i))
		if r.is(&n.items[i], below, aTable) {
			r.str(&n.items[i], below, "playbook")
		}
	}
}

func (r *reader) pins(top *node) {
	p := &r.file.Pins
	p.Evoke = r.filled(top, nil, "evoke")
	if n := r.must(top, nil, "adapter", aTable); n != nil {
		path := []string{"adapter"}
		r.known(n, path, adapterKeys)
		p.Adapter = Adapter{Name: r.filled(n, path, "name"), ID: r.filled(n, path, "id")}
	}
	if n := top.get("gate"); n != nil {
		p.Gate = r.gate(n)
	}
	p.Set = r.digest(top, nil, "set")
	if n := r.must(top, nil, "reflexes", aTable); n != nil {
		for i := range n.members {
			p.Reflexes = append(p.Reflexes, r.reflex(&n.members[i]))
		}
	}
	p.Vocabs = r.hashes(r.must(top, nil, "vocab", aTable), "vocab")
	p.Packs = r.hashes(top.get("packs"), "packs")
}

func (r *reader) gate(n *node) *catalog.Bars {
	path := []string{"gate"}
	if !r.is(n, path, aTable) {
		return nil
	}
	r.known(n, path, gateKeys)
	b := &catalog.Bars{}
	for _, one := range []struct {
		key string
		to  *float64
	}{{"route", &b.Route}, {"read", &b.Read}, {"write", &b.Write}} {
		if found := r.must(n, path, one.key, aNumber); found != nil {
			*one.to = r.probability(found, add(path, one.key))
		}
	}
	b.Fits, b.Whole = r.optional(n, path, "fits"), r.optional(n, path, "whole")
	if b.Read > b.Write {
		r.refuse(n, "gate: %s", b.Check())
	}
	return b
}

func (r *reader) optional(n *node, path []string, key string) *float64 {
	found := n.get(key)
	if found == nil || !r.is(found, add(path, key), aNumber) {
		return nil
	}
	p := r.probability(found, add(path, key))
	return &p
}

func (r *reader) reflex(m *member) Reflex {
	path, pin := []string{"reflexes", m.key}, Reflex{Name: m.key}
	if err := name.Check(m.key, name.Local); err != nil {
		r.refuse(&m.value, "%s: %s", tomldoc.JoinPath(path), err)
	}
	n := &m.value
	if !r.is(n, path, aTable) {
		return pin
	}
	pin.Item = r.digest(n, path, "item")
	if !slices.ContainsFunc(n.members, func(m member) bool { return slices.Contains(remoteKeys[1:], m.key) }) {
		r.known(n, path, localKeys)
		if n.get("path") != nil {
			pin.Path = r.filled(n, path, "path")
		}
		return pin
	}
	pin.Remote = r.remote(n, path)
	return pin
}

func (r *reader) remote(n *node, path []string) *Remote {
	r.known(n, path, remoteKeys)
	found := &Remote{H1: tree.Digest(r.digest(n, path, "h1"))}
	if s := r.filled(n, path, "ref"); s != "" {
		found.Reference = r.reference(n.get("ref"), path, s)
	}
	if s := r.filled(n, path, "tag"); s != "" {
		v, ok := ref.ParseVersion(s)
		if !ok {
			r.refuse(n.get("tag"), "%s: %q is not a version: X.Y.Z", at(path, "tag"), s)
		}
		found.Tag = v
	}
	return found
}

func (r *reader) reference(n *node, path []string, s string) ref.Reference {
	loc, err := ref.Parse(s)
	switch {
	case err != nil:
		r.refuse(n, "%s: %s", at(path, "ref"), err)
	case loc.IsLocal() || loc.Pin != nil:
		r.refuse(n, "%s: %q is no ref without its tag", at(path, "ref"), s)
	}
	return loc.Reference
}

// hashes reads an object of names and their digests; nil is none.
func (r *reader) hashes(n *node, key string) []catalog.Hash {
	path := []string{key}
	if n == nil || !r.is(n, path, aTable) {
		return nil
	}
	var all []catalog.Hash
	for i := range n.members {
		m := &n.members[i]
		if why := text.Why(m.key); why != "" {
			r.refuse(&m.value, "%s: the name %s", tomldoc.JoinPath(add(path, m.key)), why)
		}
		all = append(all, catalog.Hash{Name: m.key, Digest: r.digest(n, path, m.key)})
	}
	return all
}

func (r *reader) answered(n *node, path []string) Answered {
	var a Answered
	if !r.is(n, path, aTable) {
		return a
	}
	r.known(n, path, answerKeys)
	a.Text = r.str(n, path, "text")
	if raw := r.must(n, path, "raw", aTable); raw != nil {
		for i := range raw.members {
			a.Raw = append(a.Raw, r.answer(&raw.members[i], add(path, "raw")))
		}
	}
	return a
}

func (r *reader) answer(m *member, path []string) Answer {
	a, path := Answer{ID: m.key}, add(path, m.key)
	if !r.is(&m.value, path, aTable) {
		return a
	}
	for i := range m.value.members {
		one := &m.value.members[i]
		if r.is(&one.value, add(path, one.key), aNumber) {
			a.Shares = append(a.Shares, Share{one.key, r.probability(&one.value, add(path, one.key))})
		}
	}
	return a
}

func add(path []string, keys ...string) []string { return slices.Concat(path, keys) }

func at(path []string, keys ...string) string { return tomldoc.JoinPath(add(path, keys...)) }

// short is the value as a line quotes it: what it says when that is little, and
// else what kind of value it is.
func (n *node) short() string {
	const most = 20
	if line := string(n.line()); len(line) <= most && n.kind != anArray && n.kind != aTable {
		return line
	}
	return string(n.kind)
}

package tomldoc

// verified is the edited text, once it reads as d with the value at path
// being want, or being gone when want is nil, and nothing else changed.
func (d *document) verified(edited []byte, path []string, want *Value) ([]byte, error) {
	got, err := Parse(edited)
	if err != nil {
		return nil, &UnreadableError{Path: path, Why: err}
	}
	if !equal(got.Lookup(path...), want) || !equal(without(got, path), without(d.root.value, path)) {
		return nil, &UnreadableError{Path: path}
	}
	return edited, nil
}

// without is v less the value at path and the tables left empty above it.
func without(v *Value, path []string) *Value {
	if !v.IsTable() {
		return v
	}
	rest := &Value{Kind: Table}
	for _, e := range v.Entries {
		if e.Key == path[0] {
			if len(path) == 1 {
				continue
			}
			e.Value = without(e.Value, path[1:])
			if e.Value.IsTable() && len(e.Value.Entries) == 0 {
				continue
			}
		}
		rest.Entries = append(rest.Entries, e)
	}
	return rest
}

// equal reports whether two values say the same, wherever they stand. A
// table's order is not compared: the edit keeps every other byte where it was.
func equal(a, b *Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return false
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	values := make(map[string]*Value, len(b.Entries))
	for _, e := range b.Entries {
		values[e.Key] = e.Value
	}
	for _, e := range a.Entries {
		if other, ok := values[e.Key]; !ok || !equal(e.Value, other) {
			return false
		}
	}
	return true
}

package gitpack

// A delta is the size of its base, the size of its target, and instructions:
// a byte with the top bit set copies a range of the base, any other but zero
// inserts that many bytes which follow it.

// cutSize takes a size off a delta's beginning: groups of 7 bits, the lowest
// first.
func cutSize(delta []byte) (size int64, rest []byte, err error) {
	for i, c := range delta {
		if i > 8 || i == 8 && c > 0x3f {
			return 0, nil, malformed("a delta's size past 62 bits")
		}
		size |= int64(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return size, delta[i+1:], nil
		}
	}
	return 0, nil, malformed("a delta that ends inside its sizes")
}

// applyDelta is the object that delta makes of base. target is the size the
// scan has read and allowed.
func applyDelta(base, delta []byte, target int64) ([]byte, error) {
	from, rest, err := cutSize(delta)
	if err != nil {
		return nil, err
	}
	to, rest, err := cutSize(rest)
	if err != nil {
		return nil, err
	}
	if from != int64(len(base)) || to != target {
		return nil, malformed("a delta for a base of another size")
	}
	out := make([]byte, 0, target)
	for len(rest) > 0 {
		var part []byte
		if part, rest, err = step(base, rest); err != nil {
			return nil, err
		}
		if len(part) > cap(out)-len(out) {
			return nil, malformed("a delta that makes more than its size")
		}
		out = append(out, part...)
	}
	if int64(len(out)) != target {
		return nil, malformed("a delta that makes less than its size")
	}
	return out, nil
}

// step is what a delta's first instruction adds, and the instructions left.
func step(base, delta []byte) (part, rest []byte, err error) {
	op, rest := delta[0], delta[1:]
	if op == 0 {
		return nil, nil, malformed("a delta with an unknown instruction")
	}
	if op&0x80 != 0 {
		return copyStep(base, op, rest)
	}
	if int(op) > len(rest) {
		return nil, nil, malformed("a delta that ends inside an insertion")
	}
	return rest[:op], rest[op:], nil
}

// copyStep reads the bytes of offset (bits 0-3 of op say which are there) and
// of length (bits 4-6), the lowest first; a length of 0 means 65536.
func copyStep(base []byte, op byte, rest []byte) (part, left []byte, err error) {
	var fields [7]int64
	for bit := range fields {
		if op&(1<<bit) == 0 {
			continue
		}
		if len(rest) == 0 {
			return nil, nil, malformed("a delta that ends inside a copy")
		}
		fields[bit], rest = int64(rest[0]), rest[1:]
	}
	offset := fields[0] | fields[1]<<8 | fields[2]<<16 | fields[3]<<24
	length := fields[4] | fields[5]<<8 | fields[6]<<16
	if length == 0 {
		length = 0x10000
	}
	if offset+length > int64(len(base)) {
		return nil, nil, malformed("a delta that copies from outside its base")
	}
	return base[offset : offset+length], rest, nil
}

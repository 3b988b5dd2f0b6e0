package crawl

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lukechampine.com/blake3"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/internal/atomicfile"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/resolve"
	"sinew/resolve/remote"
)

// A digest stands for what a repository advertised: its address, its version
// tags with their commits, and their attestations. The zero digest stands for nothing.
type digest [32]byte

// digestOf is that of a listing's tags, given in byte order. The ref is part of
// it: a listing of another directory has other reflexes.
func digestOf(l listing.Listing, redirect string, tags []resolve.Tag, attested []remote.Attestation) digest {
	sum := blake3.New(32, nil)
	line := make([]byte, 0, 128)
	line = append(append(append(append(line, l.Ref.String()...), '\n'), redirect...), '\n')
	for _, t := range tags {
		if _, ok := ref.ParseVersion(t.Name); ok {
			line = append(append(append(append(line, t.Name...), ' '), t.Commit...), '\n')
			_, _ = sum.Write(line) // it never fails
			line = line[:0]
		}
	}
	for _, a := range attested {
		if _, ok := ref.ParseVersion(a.Tag); ok {
			line = append(append(append(append(append(line, "attested "...), a.Tag...), ' '), a.ID...), '\n')
		}
	}
	_, _ = sum.Write(line)
	return digest(sum.Sum(nil))
}

// A state is what is known of one listing. A version is dealt with once it was
// observed, or once it is known that its content never will be. Of a version
// that two tags name, both commits are noted, so that it is said once.
type state struct {
	ref    string
	seen   digest // zero: something of that advertisement is still to be read
	moved  hublog.Name
	commit map[ref.Version]string // of each version that was dealt with
	graces map[ref.Version]grace  // of those whose signers may be told yet, and of those that are gone
}

const (
	stateHead = "crawl 1 " // then the digest in hex
	noMove    = "-"
)

// statePath is where the state of a listing lies in its directory.
func statePath(dir string, name hublog.Name) string {
	sum := blake3.Sum256([]byte(name))
	digits := hex.EncodeToString(sum[:])
	return filepath.Join(dir, digits[:2], digits)
}

// hasSeen reports whether a state's file opens with the digest: what an idle
// crawl asks.
func hasSeen(file []byte, seen digest) bool {
	var want [len(stateHead) + 2*len(digest{}) + 1]byte
	n := copy(want[:], stateHead)
	n += hex.Encode(want[n:], seen[:])
	want[n] = '\n'
	return bytes.HasPrefix(file, want[:])
}

// readFile is a state's file; nil when there is none.
func readFile(path string) ([]byte, error) {
	file, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return file, err
}

// text is the state's file: the digest, the ref, where it moved, each version
// with its commit, and the graces.
func (s state) text() []byte {
	var out bytes.Buffer
	moved := string(s.moved)
	if moved == "" {
		moved = noMove
	}
	fmt.Fprintf(&out, "%s%x\n%s\n%s\n", stateHead, s.seen, s.ref, moved)
	for _, v := range slices.SortedFunc(maps.Keys(s.commit), ref.Version.Compare) {
		fmt.Fprintf(&out, "%s %s\n", v, s.commit[v])
	}
	for _, v := range slices.SortedFunc(maps.Keys(s.graces), ref.Version.Compare) {
		out.WriteString(s.graces[v].line(v) + "\n")
	}
	return out.Bytes()
}

// parseState reads a state's file. One that does not read, or that is of
// another ref, is as none: all is read anew, and the log knows what it knows.
func parseState(file []byte, l listing.Listing) state {
	none := state{ref: l.Ref.String(), commit: map[ref.Version]string{}, graces: map[ref.Version]grace{}}
	lines := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], stateHead) || lines[1] != none.ref {
		return none
	}
	s := state{ref: lines[1], commit: make(map[ref.Version]string, len(lines)-3), graces: map[ref.Version]grace{}}
	if lines[2] != noMove {
		s.moved = hublog.Name(lines[2])
	}
	for _, line := range lines[3:] {
		if v, g, ok := parseGrace(line); ok {
			s.graces[v] = g
			continue
		}
		word, commit, _ := strings.Cut(line, " ")
		v, ok := ref.ParseVersion(word)
		if !ok || commit == "" {
			return none
		}
		s.commit[v] = commit
	}
	return s
}

// write replaces the state's file.
func (s state) write(path string) error {
	return atomicfile.WriteWithParent(path, s.text(), 0o644, 0o755)
}

package hublog

import (
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/note"
)

// Open reads a signed checkpoint. It must be signed by the log's key, carry
// that key's origin, and be cosigned by at least k of the witnesses. A witness
// counts once, by its name, however many keys it has and however often it
// stands in the list; the log is no witness of itself.
//
// A signature of a key that is not asked for is passed over; a wrong one of a
// key that is makes the whole refused. The error is one clean line.
func Open(msg []byte, log note.Verifier, witnesses []note.Verifier, k int) (Checkpoint, error) {
	n, err := openNote(msg, known(log, witnesses))
	if err != nil {
		return Checkpoint{}, err
	}
	if !signedBy(n, log) {
		return Checkpoint{}, fmt.Errorf("the checkpoint is not signed by the key of %s", shown(log.Name()))
	}
	c, err := ParseCheckpoint(n.Text)
	if err != nil {
		return Checkpoint{}, err
	}
	if c.Origin != Origin(log) {
		return Checkpoint{}, fmt.Errorf("the checkpoint is of %s, not of %s", shown(c.Origin), shown(Origin(log)))
	}
	if got := cosigners(n, log, witnesses); got < k {
		return Checkpoint{}, fmt.Errorf("the checkpoint is cosigned by %d of the witnesses; %d are asked for", got, k)
	}
	return c, nil
}

// openNote says in our own words why a note does not open. A note signed by
// nobody known is no error here.
func openNote(msg []byte, keys note.Verifiers) (*note.Note, error) {
	if len(msg) > MaxCheckpoint {
		return nil, fmt.Errorf("a checkpoint has at most %d bytes; this one has %d", MaxCheckpoint, len(msg))
	}
	n, err := note.Open(msg, keys)
	var unverified *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unverified):
		return unverified.Note, nil
	case errors.As(err, &invalid):
		return nil, fmt.Errorf("the checkpoint's signature of %s is wrong", shown(invalid.Name))
	case err != nil:
		return nil, errors.New("the checkpoint is no signed note")
	}
	return n, nil
}

// known is every key once: the note package refuses a list with one twice.
func known(log note.Verifier, witnesses []note.Verifier) note.Verifiers {
	keys := []note.Verifier{log}
	for _, w := range witnesses {
		if !hasKey(keys, w) {
			keys = append(keys, w)
		}
	}
	return note.VerifierList(keys...)
}

func hasKey(keys []note.Verifier, v note.Verifier) bool {
	for _, key := range keys {
		if key.Name() == v.Name() && key.KeyHash() == v.KeyHash() {
			return true
		}
	}
	return false
}

// signedBy reports whether a verified signature is of the key.
func signedBy(n *note.Note, v note.Verifier) bool {
	for _, sig := range n.Sigs {
		if sig.Name == v.Name() && sig.Hash == v.KeyHash() {
			return true
		}
	}
	return false
}

// cosigners counts the witnesses that signed.
func cosigners(n *note.Note, log note.Verifier, witnesses []note.Verifier) int {
	names := map[string]bool{}
	for _, w := range witnesses {
		if w.Name() != log.Name() && signedBy(n, w) {
			names[w.Name()] = true
		}
	}
	return len(names)
}

// Cosign adds a witness's signature to a checkpoint that the log signed. The
// signatures that stand there stay. What the witness vouches for, that the
// checkpoint extends the last one it signed, is for the caller to ask:
// see CheckExtends.
func Cosign(msg []byte, log note.Verifier, witness note.Signer) ([]byte, error) {
	if _, err := Open(msg, log, nil, 0); err != nil {
		return nil, err
	}
	n, err := openNote(msg, known(log, nil))
	if err != nil {
		return nil, err
	}
	if witness.Name() == log.Name() {
		return nil, fmt.Errorf("the log %s is no witness of itself", shown(log.Name()))
	}
	return note.Sign(n, witness)
}

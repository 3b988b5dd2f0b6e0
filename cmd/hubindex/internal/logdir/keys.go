package logdir

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"golang.org/x/mod/sumdb/note"

	"sinew/pkg/hublog"
)

// maxKeyBytes is far above any key's.
const maxKeyBytes = 4096

// NewKey makes a key pair of a log or a witness called name, writes the secret
// to a new file only its owner may read, and gives the verifier key, which
// everybody may know. A file that is there already is never replaced:
// fs.ErrExist.
func NewKey(name, file string) (verifier string, err error) {
	secret, verifier, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		return "", err
	}
	if !canName(name, verifier) {
		return "", fmt.Errorf("%q can name no key: it is printable ASCII without spaces and plus signs", name)
	}
	if err := writeSecret(file, secret+"\n"); err != nil {
		return "", err
	}
	return verifier, nil
}

// canName reports whether a checkpoint could have the key's origin.
func canName(name, verifier string) bool {
	v, err := note.NewVerifier(verifier)
	if err != nil || v.Name() != name {
		return false
	}
	empty := hublog.Checkpoint{Origin: hublog.Origin(v), Hash: new(hublog.Tree).Hash()}
	_, err = hublog.ParseCheckpoint(empty.Text())
	return err == nil
}

func writeSecret(path, secret string) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(path)
		}
	}()
	_, err = file.WriteString(secret)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// A Key signs, and knows the verifier of what it signs.
type Key struct {
	note.Signer
	Verifier note.Verifier
}

// ReadKey reads a secret that NewKey wrote. A file that others than its owner
// may read is refused: its key is no secret.
func ReadKey(path string) (Key, error) {
	text, err := readSecret(path)
	if err != nil {
		return Key{}, err
	}
	key, err := parseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return Key{}, refusal("give the file that `log key` wrote", "%s holds no secret key", path)
	}
	return key, nil
}

func readSecret(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := private(file); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(file, maxKeyBytes))
}

func private(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: file.Name(), Err: errors.New("is no regular file")}
	}
	if info.Mode().Perm()&0o077 != 0 {
		return refusal("chmod 600 "+file.Name(), "%s may be read by others than its owner", file.Name())
	}
	return nil
}

// parseKey reads `PRIVATE+KEY+<name>+<hash>+<base64 of kind and seed>`. The
// note package gives no verifier for a signer, so it is derived here.
func parseKey(text string) (Key, error) {
	signer, err := note.NewSigner(text)
	if err != nil {
		return Key{}, err
	}
	encoded := text[strings.LastIndexByte(text, '+'):]
	if parts := strings.SplitN(text, "+", 5); len(parts) == 5 {
		encoded = parts[4] // base64 may hold a plus sign itself
	}
	seed, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(seed) != 1+ed25519.SeedSize {
		return Key{}, errors.New("malformed key")
	}
	public := ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey)
	verifier, err := verifierOf(signer.Name(), public)
	return Key{signer, verifier}, err
}

func verifierOf(name string, public ed25519.PublicKey) (note.Verifier, error) {
	text, err := note.NewEd25519VerifierKey(name, public)
	if err != nil {
		return nil, err
	}
	return note.NewVerifier(text)
}

package logdir_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"sinew/cmd/hubindex/internal/logdir"
)

func TestAKeyIsReadBackWithItsVerifier(t *testing.T) {
	for range 50 { // base64 with plus signs and slashes among them
		key, file, text := keyOf(t, "hub.example.org/log")
		verifier, err := note.NewVerifier(text)
		must(t, err)
		signature, err := key.Sign([]byte("text"))
		must(t, err)
		for _, v := range []note.Verifier{verifier, key.Verifier} {
			if !v.Verify([]byte("text"), signature) || v.Name() != "hub.example.org/log" || v.KeyHash() != key.KeyHash() {
				t.Fatalf("%s does not verify what its key signs", text)
			}
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("the secret's mode: %v, %v", info.Mode(), err)
		}
	}
}

func TestAKeyIsNeverReplaced(t *testing.T) {
	_, file, _ := keyOf(t, "hub.example.org")
	before, err := os.ReadFile(file)
	must(t, err)
	if _, err := logdir.NewKey("hub.example.org", file); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the error is %v", err)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the key changed (%v)", err)
	}
}

func TestNamesThatNoCheckpointCanHave(t *testing.T) {
	for _, name := range []string{"", "two words", "a+b", "caf\u00e9", "line\nfeed", "\x1b[2J"} {
		file := filepath.Join(t.TempDir(), "key")
		if _, err := logdir.NewKey(name, file); err == nil {
			t.Errorf("%q names a key", name)
		}
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q left a file: %v", name, err)
		}
	}
}

func TestASecretOthersMayReadIsRefused(t *testing.T) {
	_, file, verifier := keyOf(t, "hub.example.org")
	must(t, os.Chmod(file, 0o640))
	_, err := logdir.ReadKey(file)
	wantRefusal(t, err, "by others than its owner")
	must(t, os.Chmod(file, 0o600))
	must(t, os.WriteFile(file, []byte(verifier), 0o600))
	_, err = logdir.ReadKey(file)
	wantRefusal(t, err, "no secret key")
	if strings.Contains(err.Error(), verifier) {
		t.Error("the error shows what is in the file")
	}
}

package main

import (
	"crypto/rand"
	"net/http"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
)

// A hubKey is the key of a log or of a witness.
type hubKey struct {
	signer note.Signer
	public string
}

// hubKeys are the keys of the scripts by their names: one name has one key, so
// that one log can stand in another's place.
var hubKeys sync.Map

// keyNamed is the key of a name.
func keyNamed(name string) (hubKey, error) {
	made, _ := hubKeys.LoadOrStore(name, sync.OnceValues(func() (hubKey, error) {
		private, public, err := note.GenerateKey(rand.Reader, name)
		if err != nil {
			return hubKey{}, err
		}
		signer, err := note.NewSigner(private)
		return hubKey{signer, public}, err
	}))
	return made.(func() (hubKey, error))()
}

const logName = "log.example"

// hubPublic sets a variable to the public key of a name: log.example is that of
// every log, any other one of a witness.
//
//	hubkey ANA ana.example
func hubPublic(ts *testscript.TestScript, args []string) {
	key, err := keyNamed(args[1])
	ts.Check(err)
	ts.Setenv(args[0], key.public)
}

// hublogDir makes a directory a log of the Hub that holds the lines of a file,
// where NOW is the time, cosigned by witnesses, and asks it from here on.
//
//	hublog log records ana.example
func hublogDir(ts *testscript.TestScript, args []string) {
	now := time.Now().UTC().Truncate(time.Second)
	text := strings.ReplaceAll(ts.ReadFile(args[1]), "NOW", now.Format(time.RFC3339))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	_, err := hublog.Check(func(yield func(string) bool) {
		for _, line := range lines {
			if !yield(line) {
				return
			}
		}
	})
	ts.Check(err)
	log, err := keyNamed(logName)
	ts.Check(err)
	signers := []note.Signer{log.signer}
	for _, name := range args[2:] {
		witness, err := keyNamed(name)
		ts.Check(err)
		signers = append(signers, witness.signer)
	}
	dir := ts.MkAbs(args[0])
	ts.Check(writeLog(dir, lines, now, signers))
	ts.Setenv("SINEW_HUB", log.public+" "+dir)
}

// writeLog writes a log of less than a full tile.
func writeLog(dir string, lines []string, now time.Time, signers []note.Signer) error {
	hash, err := rootOf(lines)
	if err != nil {
		return err
	}
	c := hublog.Checkpoint{Origin: "sinew hub log v1 " + logName, Size: int64(len(lines)), Hash: hash, Date: now}
	signed, err := hublog.Sign(c, signers...)
	if err != nil {
		return err
	}
	tile := filepath.Join(dir, hublog.DataTile(0, len(lines)).Path())
	if err := os.MkdirAll(filepath.Dir(tile), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(tile, hublog.JoinTile(lines), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "checkpoint"), signed, 0o644)
}

// hubServe serves the log in a directory over https, asks it there from here on,
// and writes every request, whole, to the end of a file.
//
//	hubserve log requests
func hubServe(ts *testscript.TestScript, server *gittest.Server, args []string) {
	path := "/" + filepath.Base(ts.Getenv("WORK")) + "/hub-log"
	files := http.StripPrefix(path, http.FileServer(http.Dir(ts.MkAbs(args[0]))))
	server.Mount(path, recorded(ts.MkAbs(args[1]), files))
	log, err := keyNamed(logName)
	ts.Check(err)
	ts.Setenv("SINEW_HUB", log.public+" "+server.URL+path)
}

// recorded writes each request to the end of a file before it is answered.
func recorded(file string, next http.Handler) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := httputil.DumpRequest(r, true)
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			err = appendTo(file, request)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func appendTo(file string, data []byte) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func rootOf(lines []string) (tlog.Hash, error) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		all := make([]tlog.Hash, len(indexes))
		for n, i := range indexes {
			all[n] = stored[i]
		}
		return all, nil
	})
	for n, line := range lines {
		more, err := tlog.StoredHashes(int64(n), []byte(line+"\n"), reader)
		if err != nil {
			return tlog.Hash{}, err
		}
		stored = append(stored, more...)
	}
	return tlog.TreeHash(int64(len(lines)), reader)
}

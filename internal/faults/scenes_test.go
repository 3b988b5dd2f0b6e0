package faults

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A scene is a command in circumstances that can be set again and again: the
// files of a home before it, and what they are to become.
type scene struct {
	args          []string
	home          string // a home to copy from
	before, after files
	changes       int           // of the file system, when nothing goes wrong
	time          time.Duration // likewise
}

// dirs are the directories of a home that the program writes into.
var dirs = []string{".config", ".cache", ".local"}

// refs are what the scenes install: four reflexes of two repositories.
var refs = []string{"radhi/home", "mo/bits/one"}

// scenes are an add, an update that moves everything, and a sync into an empty
// store.
func (w *world) scenes() map[string]*scene {
	w.t.Helper()
	publish := func(tag string) {
		w.publish("radhi/home", version(tag, "lamp", "heat", "lock"))
		w.publish("mo/bits", version(tag, "one", "two"))
	}
	publish("v1.0.0")
	empty, installed, fresh := w.somebody(w.t), w.somebody(w.t), w.somebody(w.t)
	installed.exits(0, append([]string{"add"}, refs...)...)
	copyDir(w.t, installed.project(), fresh.project())
	publish("v1.1.0")
	all := map[string]*scene{
		"add":    {args: append([]string{"add"}, refs...), home: empty.home.Dir},
		"update": {args: []string{"update"}, home: installed.home.Dir},
		"sync":   {args: []string{"sync"}, home: fresh.home.Dir},
	}
	for _, s := range all {
		p := w.set(w.t, s, filepath.Join(quickDir(w.t), "home"))
		s.before = p.files()
		began := time.Now()
		s.changes = changesOf(w.t, p, s.args)
		s.time = time.Since(began)
		s.after = p.files()
		p.checkStore()
		p.checkFull()
	}
	return all
}

// set is somebody with a copy of the scene's home at dir, in place of what was
// there.
func (w *world) set(t *testing.T, s *scene, dir string) *person {
	t.Helper()
	must(t, os.RemoveAll(dir))
	must(t, os.MkdirAll(dir, 0o755))
	p := w.person(t, dir)
	for _, name := range dirs {
		copyDir(t, filepath.Join(s.home, name), filepath.Join(dir, name))
	}
	return p
}

// checkHealed wants a plain sync to mend what a fault left, and the command to
// end then as if there had been none.
func (p *person) checkHealed(s *scene) {
	p.t.Helper()
	p.checkStore()
	found := p.files()
	p.checkFiles(s.before, s.after)
	p.exits(0, "sync")
	p.checkStore()
	if now := p.files(); now.toml != found.toml || now.lock != found.lock {
		p.t.Error("sync changed a file")
	}
	if s.args[0] == "update" || s.args[0] == "add" && found.toml != s.after.toml {
		p.exits(0, s.args...)
	}
	p.checkFull()
	if now := p.files(); now.toml != s.after.toml || now.lock != s.after.lock {
		p.t.Errorf("%s after the fault ended elsewhere:\n%s", s.args[0], now.lock)
	}
}

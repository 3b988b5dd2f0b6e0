package body

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func executableFile(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAProgramIsTheFirstExecutableFileOfItsName(t *testing.T) {
	root := realDir(t)
	executableFile(t, root+"/a/tool", "", 0o644)
	if err := os.MkdirAll(root+"/b/tool", 0o755); err != nil {
		t.Fatal(err)
	}
	real := executableFile(t, root+"/d/other", "", 0o755)
	if err := os.MkdirAll(root+"/c", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, root+"/c/tool"); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root + "/d")
	search := strings.Join([]string{"", ".", root + "/absent", root + "/a", root + "/b", root + "/c", root + "/d"}, ":")
	path, program, err := FindProgram("tool", search)
	if err != nil || path != root+"/c/tool" || program.Path != real {
		t.Errorf("%s, %+v, %v", path, program, err)
	}
	if path, _, err := FindProgram(real, ""); err != nil || path != real {
		t.Errorf("an absolute path: %s, %v", path, err)
	}
	for _, name := range []string{"", "absent", "./other", "../d/other", root + "/a/tool", root + "/b/tool", root + "/absent"} {
		if path, _, err := FindProgram(name, search); err == nil {
			t.Errorf("%q is %s", name, path)
		}
	}
	// A directory of the PATH that is not absolute is the person's whereabouts.
	if path, _, err := FindProgram("other", ":."); err == nil {
		t.Errorf("found %s where the person stands", path)
	}
}

func TestTheInterpretersOfAScriptAreAllThatStartsIt(t *testing.T) {
	root := realDir(t)
	inner := executableFile(t, root+"/bin/inner", "no script", 0o755)
	shell := executableFile(t, root+"/bin/shell", "#!"+inner+" -x\n", 0o755)
	env := executableFile(t, root+"/bin/env", "", 0o755)
	loop := root + "/bin/loop"
	executableFile(t, loop, "#!"+loop+"\n", 0o755)
	for text, want := range map[string][]string{
		"#!" + shell + "\nrest":                {shell, inner},
		"#! " + shell + " -e\n":                {shell, inner},
		"#!" + env + " shell\n":                {env, shell, inner},
		"#!" + env + " -S A=b shell -x\n":      {env, shell, inner},
		"#!" + env + " absent\n":               {env},
		"#!" + env + "\n":                      {env},
		"#!relative/shell\n":                   nil,
		"#!\n":                                 nil,
		"#!" + loop + "\n":                     {loop},
		"#!" + root + "/bin/absent\n":          nil,
		"plain text":                           nil,
		"":                                     nil,
		"\x7fELF but nothing else of its kind": nil,
	} {
		script := executableFile(t, root+"/script", text, 0o755)
		_, program, err := FindProgram(script, root+"/bin")
		if err != nil || !slices.Equal(program.Interpreters, want) {
			t.Errorf("%q: %q, %v, want %q", text, program.Interpreters, err, want)
		}
	}
}

func TestTheLoaderOfAnELFProgramIsFound(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs Linux")
	}
	_, program, err := FindProgram("/bin/sh", "")
	if err != nil {
		t.Skip("needs /bin/sh")
	}
	if len(program.Interpreters) == 0 {
		t.Skip("needs a /bin/sh that is linked dynamically")
	}
	if info, err := os.Stat(program.Interpreters[0]); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%q, %v", program.Interpreters, err)
	}
}

func FuzzInterpreters(f *testing.F) {
	f.Add([]byte("#!/bin/sh -e\n"))
	f.Add([]byte("#!/usr/bin/env -S FOO=bar node --x\n"))
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	if head, err := os.ReadFile("/bin/true"); err == nil {
		f.Add(head[:min(len(head), 4096)])
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(dir, "program")
		if err := os.WriteFile(path, data, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, found := range interpreters(path, "/usr/bin:/bin") {
			if !filepath.IsAbs(found) {
				t.Errorf("%q", found)
			}
		}
	})
}

// Whatever a body prints, no byte of it reaches a terminal that could repaint
// it, and however its writes are cut, whole lines come out the same.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("one\ntwo\x1b[2J\r\nü\u202e"), 3)
	f.Add(bytes.Repeat([]byte("ü"), maxLine), 7)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		var out bytes.Buffer
		l := &lines{to: &out}
		if cut < 1 || cut > len(data) {
			cut = len(data)
		}
		for _, piece := range [][]byte{data[:cut], data[cut:]} {
			if n, err := l.Write(piece); n != len(piece) || err != nil {
				t.Fatalf("%d, %v", n, err)
			}
		}
		l.flush()
		for _, r := range out.String() {
			if r != '\n' && r != '\t' && (r < 0x20 || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e) {
				t.Fatalf("%q", r)
			}
		}
		if len(data) > 0 && len(data) < maxLine {
			var whole bytes.Buffer
			once := &lines{to: &whole}
			_, _ = once.Write(data)
			once.flush()
			if whole.String() != out.String() {
				t.Fatalf("%q cut, %q whole", out.String(), whole.String())
			}
		}
	})
}

package exec

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"

	"sinew/exec/body"
	"sinew/pkg/manifest"
)

func TestAProbeConfiguresNothingAndHoldsTheBody(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs node")
	}
	m := &manifest.Manifest{
		Run: manifest.Run{File: "body.mjs"}, Config: []manifest.Setting{{Key: "folder"}},
		Needs: manifest.Needs{Reads: []string{"{folder}"}},
	}
	s := newScene(t, m)
	node, err := body.FindNode(context.Background(), s.env["PATH"])
	if err != nil {
		t.Fatal(err)
	}
	s.machine.Node = node
	s.write(t, filepath.Join(s.body.Dir, "body.mjs"), `if (process.env.EVOKE_CONFIG_FOLDER) throw new Error("configured")
export default () => ""
`)
	if got, err := Probe(t.Context(), s.body, s.machine); err != nil || got != body.Function {
		t.Fatalf("%q, %v", got, err)
	}
	s.write(t, filepath.Join(s.machine.Home, "secret"), "secret")
	s.write(t, filepath.Join(s.body.Dir, "body.mjs"), `import { readFileSync } from "node:fs"
export default readFileSync(process.env.HOME + "/secret", "utf8")
`)
	if got, err := Probe(t.Context(), s.body, s.machine); err == nil {
		t.Errorf("a body that reads the home loads: %q", got)
	}
	if left := s.left(t); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestWhatADeclarationLacksIsFoundWithNothingConfigured(t *testing.T) {
	m := argv("here", "{who}")
	m.Args = []manifest.Argument{argument("who")}
	m.Needs = manifest.Needs{Reads: []string{"{who}", "/", "/no/such/path"}, Runs: []string{"gone"}}
	s := newScene(t, m)
	found, err := Lacking(s.body, s.machine.Home, func(program string) bool { return program == "here" })
	if err != nil || len(found) != 2 || found[0].Place.Path != "/no/such/path" || found[1].Program != "gone" {
		t.Errorf("%+v, %v", found, err)
	}
}

//go:build linux

package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/exec/body"
	"sinew/exec/sandbox"
)

// A script is one way out that a JavaScript body tries. Its code throws when it
// is refused; `place` holds the scene's paths.
type script struct {
	name, code string
	refusals   []string // what the kernel alone refuses it with
	listed     string   // where docs/security.md says that the kernel does not hold it
	unheld     control
}

// denied is what Node's permission model refuses with.
const denied = "ERR_ACCESS_DENIED"

var scripts = []script{
	{"js: reading a file", `fs.readFileSync(place.file)`, no("EACCES"), "", succeeds},
	{"js: reading a stream", `for await (const chunk of fs.createReadStream(place.file)) chunk.length`, no("EACCES"), "", succeeds},
	{"js: reading by bytes of a path", `fs.readFileSync(Buffer.from(place.tmp + "/../outside/file"))`, no("EACCES"), "", succeeds},
	{"js: reading by a URL", `fs.readFileSync(pathToFileURL(place.file))`, no("EACCES"), "", succeeds},
	{"js: reading with promises", `await fs.promises.readFile(place.file)`, no("EACCES"), "", succeeds},
	{"js: listing a directory", `fs.readdirSync(place.outside)`, no("EACCES"), "", succeeds},
	{"js: reading through a link", `fs.symlinkSync(place.outside, place.tmp + "/link"); fs.readFileSync(place.tmp + "/link/file")`, no("EACCES"), "", succeeds},
	{"js: reading from another place", `process.chdir(place.outside); try { fs.readFileSync("file") } finally { process.chdir(place.dir) }`, no("EACCES"), "", succeeds},
	{"js: reading its environment as a file", `fs.readFileSync("/proc/self/environ")`, no("EACCES"), "", succeeds},
	{"js: reading the starter's environment", "fs.readFileSync(`/proc/${place.starter}/environ`)", no("EACCES"), "", succeeds},
	{"js: importing a file", `await import(pathToFileURL(place.outside + "/module.mjs").href)`, no("EACCES"), "", succeeds},
	{"js: requiring a file", `createRequire(place.dir + "/body.mjs")(place.outside + "/module.cjs")`, no("EACCES", "MODULE_NOT_FOUND"), "", succeeds},
	{"js: copying a file in", `fs.cpSync(place.file, place.tmp + "/copy")`, no("EACCES"), "", succeeds},
	{"js: a hard link", `fs.linkSync(place.file, place.tmp + "/hard")`, no("EACCES", "EXDEV"), "", succeeds},
	{"js: a worker that reads", `await work("require('fs').readFileSync(" + JSON.stringify(place.file) + ")")`, no("EACCES"), "", succeeds},
	{"js: writing a file", `fs.writeFileSync(place.outside + "/written", "x")`, no("EACCES"), "", succeeds},
	{"js: writing beside the body", `fs.writeFileSync(place.dir + "/../beside", "x")`, no("EACCES"), "", succeeds},
	{"js: writing into the body", `fs.writeFileSync(place.dir + "/written", "x")`, no("EACCES"), "", succeeds},
	{"js: adding to a file", `fs.appendFileSync(place.file, "")`, no("EACCES"), "", succeeds},
	{"js: cutting a file", `fs.truncateSync(place.outside + "/cut")`, no("EACCES"), "", succeeds},
	{"js: moving a file out", `fs.writeFileSync(place.tmp + "/a", ""); fs.renameSync(place.tmp + "/a", place.outside + "/moved")`, no("EACCES", "EXDEV"), "", succeeds},
	{"js: a directory", `fs.mkdtempSync(place.outside + "/")`, no("EACCES"), "", succeeds},
	{"js: removing a file", `fs.rmSync(place.outside + "/cut")`, no("EACCES"), "", succeeds},
	{"js: a mode", `fs.chmodSync(place.file, 0o600)`, no("EPERM"), "", succeeds},
	{"js: an owner", `fs.lchownSync(place.file, process.getuid(), process.getgid())`, no("EPERM"), "", succeeds},
	{"js: a time", `fs.utimesSync(place.file, 1, 1)`, no("EPERM"), "", succeeds},
	{"js: a shell", `run("/bin/sh", ["-c", "true"])`, no("EACCES"), "", succeeds},
	{"js: a program past the module", `spawnRaw("/bin/sh", ["sh", "-c", "true"])`, no("EACCES"), "", succeeds},
	{"js: a runtime of its own that reads", `run(process.execPath, ["-e", "fs.readFileSync(process.argv[1])", place.file])`, no("status 1"), "", succeeds},
	{"js: a detached runtime that reads", `run(process.execPath, ["-e", "fs.readFileSync(process.argv[1])", place.file], { detached: true })`, no("status 1"), "", succeeds},
	{"js: options for a runtime of its own", `run(process.execPath, ["-e", "0"], { env: { NODE_OPTIONS: "--require=" + place.outside + "/module.cjs" } })`, no("status 1"), "", succeeds},
	{"js: connecting by TCP", `await connected(net.connect(place.port, "127.0.0.1"))`, no("EACCES"), "", succeeds},
	{"js: listening by TCP", `await listening(net.createServer(), { port: 0 })`, no("EACCES"), "", succeeds},
	{"js: listening at a path", `await listening(net.createServer(), { path: place.tmp + "/s" })`, no("EACCES"), "", succeeds},
	{"js: sending by UDP", `await sent(dgram.createSocket("udp4"))`, no("EACCES"), "", succeeds},
	{"js: fetching", "await fetch(`http://127.0.0.1:${place.port}/`)", no("EACCES"), "", harmful},
	{"js: a unix socket by its path", `await connected(net.connect(place.stream))`, no("EACCES"), "", succeeds},
	{"js: an abstract unix socket", `await connected(net.connect("\0" + place.abstract))`, no("EACCES"), "", perhaps},
	{"js: a debugger", `inspector.open(0, "127.0.0.1"); const url = inspector.url(); if (!url) throw new Error("no debugger"); inspector.close()`, no("no debugger"), "", perhaps},
	{"js: signalling the starter", `process.kill(place.starter, 0)`, no("EPERM"), "", succeeds},
	{"js: signalling its group", `process.kill(-place.group, 0)`, no("EPERM"), "", succeeds},
	{"js: debugging another process", `process._debugProcess(place.other)`, no("EPERM"), "", harmful},
	{"js: another process's priority", `os.setPriority(place.other, 2)`, nil, load, succeeds},
	{"js: asking what a file is", `fs.statSync(place.file)`, nil, "What a path is", succeeds},
	{"js: watching a directory", `fs.watch(place.outside).close()`, nil, "What a path is", succeeds},
	{"js: filling its folder", `fs.writeFileSync(place.tmp + "/full", Buffer.alloc(1 << 20))`, nil, load, succeeds},
}

func no(codes ...string) []string { return codes }

// around is what the codes stand in: each is tried, and a line says what came
// of it.
const around = `
import * as fs from "node:fs"
import * as os from "node:os"
import * as net from "node:net"
import * as dgram from "node:dgram"
import * as inspector from "node:inspector"
import { once } from "node:events"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { spawnSync } from "node:child_process"
import { Worker } from "node:worker_threads"

const place = PLACE

const finished = async (source, event) => {
  try { await once(source, event) } finally { source.destroy?.() }
}
const connected = (socket) => finished(socket, "connect")
const listening = async (server, at) => {
  server.listen(at)
  await once(server, "listening")
  server.close()
}
const sent = (socket) => new Promise((resolve, reject) => {
  socket.on("error", reject)
  socket.send("x", place.udp, "127.0.0.1", (error) => { socket.close(); error ? reject(error) : resolve() })
})
const work = (code) => new Promise((resolve, reject) => {
  const worker = new Worker(code, { eval: true, execArgv: [] })
  worker.on("error", reject)
  worker.on("exit", resolve)
})
const run = (program, args, options) => {
  const { error, status } = spawnSync(program, args, { env: {}, ...options })
  if (error) throw error
  if (status !== 0) throw new Error("status " + status)
}
const spawnRaw = (file, args) => {
  const { error } = process.binding("spawn_sync").spawn({ file, args, envPairs: [], stdio: [{ type: "ignore" }] })
  if (error) throw new Error(error === -13 ? "EACCES" : "errno " + error)
}

const tries = {
TRIES
}

export default async () => {
  const lines = []
  for (const [name, attempt] of Object.entries(tries)) {
    let came = "ok"
    try {
      await attempt()
    } catch (error) {
      came = "refused: " + (error?.cause?.code ?? error?.code ?? error?.message)
    }
    lines.push(name + "\t" + came)
  }
  return lines.join("\n")
}
`

func TestNoWayOutOfAHoldIsOpenToJavaScript(t *testing.T) {
	sandbox.NeedsLandlock(t)
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node:", err)
	}
	beside := besideEveryScene(t)
	free := triedFreely(t, node, beside)
	kernel := triedHeld(t, node, beside, false)
	both := triedHeld(t, node, beside, true)
	for _, a := range scripts {
		t.Run(a.name, func(t *testing.T) { a.compare(t, free[a.name], kernel[a.name], both[a.name]) })
	}
}

func (a script) compare(t *testing.T, free, kernel, both string) {
	t.Helper()
	if free != "ok" && (a.unheld == succeeds || a.unheld == asRoot && os.Getuid() == 0) {
		t.Errorf("unheld: %q", free)
	}
	if a.listed != "" {
		if kernel != "ok" {
			t.Errorf("held by the kernel: %q; the page says it is not held", kernel)
		}
		return
	}
	refusal, _ := strings.CutPrefix(kernel, "refused: ")
	if !slices.Contains(a.refusals, refusal) {
		t.Errorf("held by the kernel: %q; must be refused with one of %q", kernel, a.refusals)
	}
	refusal, _ = strings.CutPrefix(both, "refused: ")
	if !slices.Contains(append(a.refusals, denied), refusal) {
		t.Errorf("held by the kernel and by Node: %q", both)
	}
}

// newScriptStage is a stage with the body, and modules outside.
func newScriptStage(t *testing.T, beside []string, but func(script) bool) stage {
	t.Helper()
	s := newStage(t, beside)
	for path, content := range map[string]string{
		filepath.Join(s.Outside, "cut"):        "cut\n",
		filepath.Join(s.Outside, "module.mjs"): "export default 1\n",
		filepath.Join(s.Outside, "module.cjs"): "module.exports = 1\n",
		filepath.Join(s.Dir, "body.mjs"):       s.script(t, but),
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// script is the body, without the codes but leaves out.
func (s stage) script(t *testing.T, but func(script) bool) string {
	t.Helper()
	fill := s.names.Replace
	_, port, _ := strings.Cut(fill("{tcp}"), ":")
	_, udp, _ := strings.Cut(fill("{udp}"), ":")
	place, err := json.Marshal(map[string]any{
		"file": s.File, "outside": s.Outside, "dir": s.Dir, "tmp": s.Tmp,
		"stream": fill("{stream}"), "abstract": strings.TrimPrefix(fill("{abstract}"), "@"),
		"starter": json.Number(fill("{starter}")), "group": json.Number(fill("{group}")), "other": json.Number(fill("{other}")),
		"port": json.Number(port), "udp": json.Number(udp),
	})
	if err != nil {
		t.Fatal(err)
	}
	var tries strings.Builder
	for _, a := range scripts {
		if !but(a) {
			fmt.Fprintf(&tries, "%q: async () => { %s },\n", a.name, a.code)
		}
	}
	return strings.NewReplacer("PLACE", string(place), "TRIES", tries.String()).Replace(around)
}

// triedHeld is what came of each, held by the kernel, and by Node too when
// flags is set.
func triedHeld(t *testing.T, node body.Node, beside []string, flags bool) map[string]string {
	t.Helper()
	s := newScriptStage(t, beside, func(script) bool { return false })
	p, facts := s.declared(needs{})
	_, runtime, err := body.FindProgram(node.Path, "")
	if err != nil {
		t.Fatal(err)
	}
	facts.Runtime = &runtime
	var messages bytes.Buffer
	job := body.Job{Dir: s.Dir, Tmp: s.Tmp, Env: s.environ(), Hold: p.Hold(facts), Stderr: &messages}
	run := body.Script{Node: node, Run: "body.mjs"}
	if flags {
		run.Flags = p.NodeFlags(facts, node.HoldsNetwork())
	}
	got, err := job.JavaScript(t.Context(), run)
	if err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	s.unchanged(t)
	return came(got.Text)
}

// unchanged fails when anything outside the body's folder is not as it was.
func (s stage) unchanged(t *testing.T) {
	t.Helper()
	if data, err := os.ReadFile(s.File); err != nil || string(data) != "content" {
		t.Errorf("the file outside holds %q, %v", data, err)
	}
	for dir, want := range map[string]string{s.Outside: "cut declared file module.cjs module.mjs", s.Dir: "body.mjs own", filepath.Dir(s.Dir): "body outside tmp"} {
		entries, err := os.ReadDir(dir)
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%s holds %q, %v", dir, got, err)
		}
	}
}

func triedFreely(t *testing.T, node body.Node, beside []string) map[string]string {
	t.Helper()
	s := newScriptStage(t, beside, func(a script) bool { return a.unheld == harmful })
	cmd := exec.Command(node.Path, "--input-type=module", "-e", `import it from "./body.mjs"; console.log(await it()); process.exit(0)`)
	cmd.Dir, cmd.Env = s.Dir, s.environ()
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	return came(string(out))
}

// came is what came of each try, by its name.
func came(text string) map[string]string {
	of := map[string]string{}
	for line := range strings.Lines(text) {
		name, came, _ := strings.Cut(strings.TrimSpace(line), "\t")
		of[name] = came
	}
	return of
}

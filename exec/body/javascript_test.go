package body

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sinew/exec/policy"
	"sinew/pkg/diag"
)

// nodes are the runtimes to test with: the one on PATH, and those that
// SINEW_TEST_NODES lists as a PATH does.
func nodes(t *testing.T) []Node {
	t.Helper()
	var all []Node
	paths := append([]string{os.Getenv("PATH")}, filepath.SplitList(os.Getenv("SINEW_TEST_NODES"))...)
	for _, path := range paths {
		node, err := FindNode(t.Context(), path)
		var problems diag.Problems
		if errors.As(err, &problems) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(all, node) {
			all = append(all, node)
		}
	}
	if len(all) == 0 {
		t.Skip("needs node 20 or newer")
	}
	return all
}

func eachNode(t *testing.T, test func(t *testing.T, node Node)) {
	for _, node := range nodes(t) {
		t.Run(node.Version, func(t *testing.T) { test(t, node) })
	}
}

// A jsScene is a scene over one file.
type jsScene struct {
	scene
	script Script
}

// newJS is a scene over files, whose body is body.mjs or body.mts. A declared
// place NOTES is the scene's.
func newJS(t *testing.T, node Node, p policy.Policy, files map[string]string) jsScene {
	t.Helper()
	s := jsScene{scene: newBareScene(t), script: Script{Node: node, Run: "body.mts", Input: "my words", Args: json.RawMessage(`{"who":"you"}`), Config: map[string]string{"key": "value"}}}
	for name, text := range files {
		path := filepath.Join(s.job.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := files["body.mjs"]; ok {
		s.script.Run = "body.mjs"
	}
	for _, places := range [][]policy.Place{p.Reads, p.Writes} {
		for i := range places {
			places[i].Path = strings.ReplaceAll(places[i].Path, "NOTES", s.notes)
		}
	}
	_, program, err := FindProgram(node.Path, os.Getenv("PATH"))
	if err != nil {
		t.Fatal(err)
	}
	facts := policy.Facts{
		Runtime: &program, BodyDir: s.job.Dir, Tmp: s.job.Tmp, Home: "/nonexistent",
		Found: map[string]policy.Found{s.notes: {Real: s.notes, Dir: true}}, Programs: map[string]policy.Program{},
	}
	for _, name := range p.Runs {
		if _, found, err := FindProgram(name, os.Getenv("PATH")); err == nil {
			facts.Programs[name] = found
		}
	}
	s.job.Hold = p.Hold(facts)
	s.job.Env = append(s.job.Env, "PATH="+os.Getenv("PATH"))
	s.script.Flags = p.NodeFlags(facts, node.HoldsNetwork())
	return s
}

func (s jsScene) run(t *testing.T) (Result, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	got, err := s.job.JavaScript(ctx, s.script)
	if err != nil && s.messages.Len() > 0 {
		t.Logf("messages: %s", s.messages)
	}
	return got, err
}

func TestAJavaScriptBodyGetsItsCallAndGivesTextAndData(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": `
export default async ({ who }, { input, config, signal }) => {
  console.log("a stray line"); process.stdout.write("and another\n")
  return { text: "Hello, " + who, data: { input, config, aborted: signal.aborted, cwd: process.cwd(), env: Object.keys(process.env).sort() } }
}`})
		got, err := s.run(t)
		want := fmt.Sprintf(`{"input":"my words","config":{"key":"value"},"aborted":false,"cwd":%q,"env":["PATH","TMPDIR"]}`, s.job.Dir)
		if err != nil || got.Text != "Hello, you" || string(got.Data) != want {
			t.Errorf("%q %s, %v\nwant %s", got.Text, got.Data, err, want)
		}
		if s.messages.String() != "a stray line\nand another\n" {
			t.Errorf("messages %q", s.messages)
		}
	})
}

func TestTypesAreStrippedWhereTheRuntimeCannot(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{
			"body.mts": `
import type { Reflex } from "./reflex.d.ts"
import { greeting, type Greeting } from "./lib/greeting.mts"
import { join } from "node:path"
import words from "./words.json" with { type: "json" }
interface Args { who: string }
export default (async ({ who }: Args): Promise<string> => {
  const g: Greeting = greeting as Greeting
  const more = await import("./more.mjs")
  return [g(who), join("a", "b"), words.length, more.default, import.meta.url.startsWith("file://"), import.meta.url.endsWith("/body/body.mts")].join(" ")
}) satisfies Reflex
`,
			"lib/greeting.mts": `export type Greeting = (s: string) => string
export const greeting: Greeting = (s) => "Hello, " + s + " from " + import.meta.url.split("/").slice(-2).join("/")
`,
			"more.mjs":    `export default "more"`,
			"words.json":  `["one", "two"]`,
			"reflex.d.ts": `export type Reflex = unknown`,
		})
		got, err := s.run(t)
		if want := "Hello, you from lib/greeting.mts a/b 2 more true true"; err != nil || got.Text != want {
			t.Errorf("%q, %v\nwant %q", got.Text, err, want)
		}
	})
}

func TestStrippingReadsNothingOutsideTheBody(t *testing.T) {
	outside := realDir(t)
	secret := filepath.Join(outside, "secret.mts")
	if err := os.WriteFile(secret, []byte(`export default "the secret"`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, specifier := range map[string]string{"absolute": secret, "above": "../../secret.mts", "link": "./link.mts"} {
		dir, tmp := realDir(t), realDir(t)
		j := Job{Dir: dir, Tmp: tmp}
		if err := os.Symlink(secret, filepath.Join(dir, "link.mts")); err != nil {
			t.Fatal(err)
		}
		source := fmt.Sprintf("import s from %q\nexport default (): string => s\n", specifier)
		if err := os.WriteFile(filepath.Join(dir, "body.mts"), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := j.strip(Script{Run: "body.mts"})
		if err == nil {
			data, _ := os.ReadFile(out)
			if strings.Contains(string(data), "the secret") {
				t.Errorf("%s: the bundle holds the secret", name)
			}
		} else if name != "link" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABodyThatDoesNotParseSaysWhere(t *testing.T) {
	dir := realDir(t)
	j := Job{Dir: dir, Tmp: realDir(t)}
	if err := os.WriteFile(filepath.Join(dir, "body.mts"), []byte("export default (a: string => {\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := j.strip(Script{Run: "body.mts"}); err == nil || !strings.HasPrefix(err.Error(), "body.mts:1:") {
		t.Errorf("%v", err)
	}
	if _, err := j.strip(Script{Run: "absent.mts"}); err == nil {
		t.Error("a body that is not there was stripped")
	}
}

func TestABodyThatDoesNotParseIsNotRun(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mts": "console.log(1)\nenum A { B }\nexport default () => A.B"})
		_, err := s.run(t)
		if want := "body.mts:2:1: an enum is not erased with the types; write an object"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if s.messages.Len() > 0 {
			t.Errorf("messages %q", s.messages)
		}
	})
}

func TestAModuleOfABodyThatDoesNotParseIsNamed(t *testing.T) {
	for name, c := range map[string]struct{ module, want string }{
		"an enum":        {"export const a: number = 1\nenum B {}\n", "lib/a.mts:2:1: an enum"},
		"no syntax":      {"export const a: = 1\n", "lib/a.mts:1:17: "},
		"no such export": {"\nexport type a = 1\n", "body.mts:2:10: No matching export"},
	} {
		j := Job{Dir: realDir(t), Tmp: realDir(t)}
		if err := os.Mkdir(filepath.Join(j.Dir, "lib"), 0o755); err != nil {
			t.Fatal(err)
		}
		for file, source := range map[string]string{"body.mts": "type X = 1\nimport { a } from \"./lib/a.mts\"\nexport default () => a\n", "lib/a.mts": c.module} {
			if err := os.WriteFile(filepath.Join(j.Dir, file), []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := j.strip(Script{Run: "body.mts"}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestModulesOfABodyMayNeedEachOther(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{
			"body.mts": `
import { later } from "./lib/other.mts"
import { plain } from "./plain.mjs"
export let count: number = 1
export default async (): Promise<string> => {
  const again = await import("./body.mts")
  count++
  return [later(), again.count, plain(1, 2), import.meta.filename.endsWith("/body.mts"), import.meta.dirname].join(" ")
}`,
			"lib/other.mts": "import { count } from \"../body.mts\"\nexport const later = (): string => `count ${count}`\n",
			"plain.mjs":     "const less = 0\nexport const plain = (a, b) => [a < less, b > (3)].join()\n",
		})
		got, err := s.run(t)
		if want := "count 2 2 false,false true " + s.job.Dir; err != nil || got.Text != want {
			t.Errorf("%q, %v\nwant %q", got.Text, err, want)
		}
	})
}

func TestWhatABodyReturnsWronglySaysWhat(t *testing.T) {
	for source, want := range map[string]string{
		`export default () => null`:                        "the body returned null, not text or { text, data }",
		`export default () => [1]`:                         "the body returned an array, not text or { text, data }",
		`export default () => ({ data: 1 })`:               "the body returned an object without text, not text or { text, data }",
		`export default () => 7`:                           "the body returned number, not text or { text, data }",
		`export default () => {}`:                          "the body returned undefined, not text or { text, data }",
		`export const a = 1`:                               "body.mjs has no default export",
		`export default 1`:                                 "the default export of body.mjs is not a function",
		`export default () => { throw new Error("a\nb") }`: `a\nb`,
		`export default () => { throw "bare \x1b[2J" }`:    `bare \u{1b}[2J`,
		`export default () => { process.exit(3) }`:         "exited 3 without a result",
		`export default () => { process.exit(0) }`:         "exited 0 without a result",
		`export default () => { process.kill(process.pid, "SIGKILL"); return new Promise(() => {}) }`:               "was killed without a result",
		`import { writeSync } from "node:fs"; export default () => { writeSync(3, "junk\x1b\n"); process.exit(0) }`: `the result line is not JSON: junk\u{1b}…`,
		`export default () => ({ text: "t", data: 1n })`:                                                            "Do not know how to serialize a BigInt",
		`export default () => new Promise(() => { setImmediate(() => { throw new Error("later") }) })`:              "later",
		`export default () => { throw { get message() { throw 1 }, toString() { throw 2 } } }`:                      "an error without a message",
	} {
		eachNode(t, func(t *testing.T, node Node) {
			s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": source})
			if _, err := s.run(t); err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", source, err, want)
			}
		})
	}
}

func TestAThrownErrorCarriesTheFramesOfTheBodyAlone(t *testing.T) {
	const deep = `
interface Unused { a: string }

export function deep<T extends string>(a: T, unused?: Unused): never {
  const ü: string = "ü" as string; throw new Error(a)
}
`
	const body = `
type Args = Record<string, string>

export default async function body(args: Args): Promise<string> {
  await (null as unknown)
  ;(args as any).x = "x"; return deep(args.x as string)
}
`
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"one file": {
			map[string]string{"body.mts": deep + body},
			[]string{"at deep (body.mts:5:42)", "at body (body.mts:12:34)"},
		},
		"two files": {
			map[string]string{"body.mts": `import { deep } from "./lib/deep.mts"` + body, "lib/deep.mts": deep},
			[]string{"at deep (lib/deep.mts:5:42)", "at body (body.mts:6:34)"},
		},
		"no types": {
			map[string]string{"body.mjs": `export default function body() { throw new Error("x") }`},
			[]string{"at body (body.mjs:1:40)"},
		},
	} {
		eachNode(t, func(t *testing.T, node Node) {
			s := newJS(t, node, policy.Policy{}, c.files)
			_, err := s.run(t)
			var thrown *Thrown
			if !errors.As(err, &thrown) || thrown.Message != "x" {
				t.Fatalf("%s: %v", name, err)
			}
			var frames []string // the last may say that it is asynchronous
			for _, frame := range thrown.Frames {
				frames = append(frames, strings.Replace(frame, "at async ", "at ", 1))
			}
			if !slices.Equal(frames, c.want) {
				t.Errorf("%s: %q\nwant %q", name, thrown.Frames, c.want)
			}
		})
	}
}

func TestAJavaScriptBodyIsHeldToItsDeclaration(t *testing.T) {
	const source = `
import fs from "node:fs"
import net from "node:net"
import { spawnSync } from "node:child_process"
const attempts = {
  read: (p) => fs.readFileSync(p),
  write: (p) => fs.writeFileSync(p, "x"),
  spawn: (p) => { const r = spawnSync(p); if (r.error) throw r.error },
  connect: (p) => new Promise((ok, no) => net.connect({ host: "127.0.0.1", port: Number(p) }, ok).on("error", no)),
}
export default async ({ what, path }) => {
  try { await attempts[what](path); return "ok" } catch (e) { return "refused: " + e.code }
}`
	places := func(path string) []policy.Place { return []policy.Place{{Path: path}} }
	eachNode(t, func(t *testing.T, node Node) {
		for _, c := range []struct {
			what, path string
			policy     policy.Policy
			want       string
		}{
			{"read", "NOTES/file", policy.Policy{}, "refused: ERR_ACCESS_DENIED"},
			{"read", "NOTES/file", policy.Policy{Reads: places("NOTES")}, "ok"},
			{"write", "NOTES/new", policy.Policy{Reads: places("NOTES")}, "refused: ERR_ACCESS_DENIED"},
			{"write", "NOTES/new", policy.Policy{Writes: places("NOTES")}, "ok"},
			{"read", "BODY/body.mjs", policy.Policy{}, "ok"},
			{"write", "BODY/body.mjs", policy.Policy{}, "refused: ERR_ACCESS_DENIED"},
			{"write", "TMP/new", policy.Policy{}, "ok"},
			{"spawn", "true", policy.Policy{}, "refused: ERR_ACCESS_DENIED"},
			{"spawn", "true", policy.Policy{Runs: []string{"true"}}, "ok"},
			{"spawn", "env", policy.Policy{Runs: []string{"true"}}, "refused: EACCES"},
			{"connect", "1", policy.Policy{Hosts: true}, "refused: ECONNREFUSED"},
			{"connect", "1", policy.Policy{}, map[bool]string{true: "refused: ERR_ACCESS_DENIED", false: "refused: EACCES"}[node.HoldsNetwork()]},
		} {
			s := newJS(t, node, c.policy, map[string]string{"body.mjs": source})
			if err := os.WriteFile(filepath.Join(s.notes, "file"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			path := strings.NewReplacer("NOTES", s.notes, "BODY", s.job.Dir, "TMP", s.job.Tmp).Replace(c.path)
			s.script.Args = json.RawMessage(fmt.Sprintf(`{"what":%q,"path":%q}`, c.what, path))
			if got, err := s.run(t); err != nil || got.Text != c.want {
				t.Errorf("%s %s under %+v: %q, %v", c.what, c.path, c.policy, got.Text, err)
			}
		}
	})
}

func TestABodyPastItsDeadlineIsToldAndThenEnded(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		for name, c := range map[string]struct{ source, want string }{
			"it stops when told to":                {`export default (_, { signal }) => new Promise((ok) => signal.addEventListener("abort", () => ok("stopped: " + signal.reason.name)))`, "stopped: TimeoutError"},
			"it does not, and its loader gives up": {`export default () => new Promise(() => setInterval(() => {}, 1000))`, "timed out after"},
			"neither of them can":                  {`export default () => { for (;;); }`, "did not finish before the deadline"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": c.source})
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				got, err := s.job.JavaScript(ctx, s.script)
				if said := fmt.Sprint(got.Text, err); !strings.Contains(said, c.want) {
					t.Errorf("%s, want %s", said, c.want)
				}
			})
		}
	})
}

func TestWhatABodyPastItsDeadlineStartedIsEndedWithIt(t *testing.T) {
	needsReaper(t)
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{Runs: []string{"sleep"}}, map[string]string{"body.mjs": `
import { spawn } from "node:child_process"
export default () => new Promise(() => {
  const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" })
  child.unref()
  console.log(child.pid)
})`})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if _, err := s.job.JavaScript(ctx, s.script); err == nil || !strings.Contains(err.Error(), "timed out after") {
			t.Fatalf("%v", err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(s.messages.String()))
		if err != nil {
			t.Fatalf("%v, messages %q", err, s.messages)
		}
		if running(pid) {
			t.Error("what it started is still running")
		}
	})
}

func TestAnInterruptedBodyHearsItAndIsEnded(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": `
import { writeFileSync } from "node:fs"
export default (_, { signal }) => new Promise(() => {
  signal.addEventListener("abort", () => console.log("heard"))
  setInterval(() => {}, 1000)
  writeFileSync(process.env.TMPDIR + "/ready", "")
})`})
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			waitFor(t, filepath.Join(s.job.Tmp, "ready"))
			cancel(errors.New("ctrl-c"))
		}()
		_, err := s.job.JavaScript(ctx, s.script)
		var interrupted *Interrupted
		if !errors.As(err, &interrupted) {
			t.Errorf("%v", err)
		}
		if s.messages.String() != "heard\n" {
			t.Errorf("messages %q", s.messages)
		}
	})
}

func TestTheFlagsAreInTheSpellingTheRuntimeKnows(t *testing.T) {
	for version, want := range map[string][]string{
		"20.5.0":  {"--no-warnings", "--experimental-permission", "--no-warnings"},
		"20.11.0": {"--disable-warning=ExperimentalWarning", "--experimental-permission", "--disable-warning=PERM0002"},
		"21.2.0":  {"--no-warnings", "--experimental-permission", "--no-warnings"},
		"22.12.0": {"--disable-warning=ExperimentalWarning", "--experimental-permission", "--disable-warning=PERM0002"},
		"22.13.0": {"--disable-warning=ExperimentalWarning", "--permission", "--disable-warning=PERM0002"},
		"23.4.0":  {"--disable-warning=ExperimentalWarning", "--experimental-permission", "--disable-warning=PERM0002"},
		"24.0.0":  {"--disable-warning=ExperimentalWarning", "--permission", "--disable-warning=PERM0002"},
	} {
		s := Script{Node: Node{Version: version}, Flags: policy.Policy{}.NodeFlags(policy.Facts{}, false), Run: "a.mjs"}
		if got := s.flags()[:3]; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
	for version, want := range map[string]bool{"20.20.2": false, "24.9.0": false, "25.1.0": true, "": false, "x.y": false} {
		if got := (Node{Version: version}).HoldsNetwork(); got != want {
			t.Errorf("%s: %v", version, got)
		}
	}
}

func TestARuntimeIsFoundAskedAndRefusedWhenItWillNotDo(t *testing.T) {
	dir := t.TempDir()
	if _, err := FindNode(t.Context(), dir); err == nil || !strings.HasPrefix(err.Error(), "node is not on PATH") {
		t.Errorf("%v", err)
	}
	write := func(script string) {
		if err := os.WriteFile(filepath.Join(dir, "node"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(`echo '{"path":"/opt/node/bin/node","version":"18.19.0"}'`)
	var problems diag.Problems
	if _, err := FindNode(t.Context(), dir); !errors.As(err, &problems) || problems[0].Fix.Kind != diag.FixSync {
		t.Errorf("%v", err)
	}
	write(`echo '{"path":"/opt/node/bin/node","version":"24.3.0"}'`)
	if node, err := FindNode(t.Context(), dir); err != nil || node != (Node{"/opt/node/bin/node", "24.3.0"}) {
		t.Errorf("%+v, %v", node, err)
	}
	for _, script := range []string{"echo hello", "exit 1", `echo '{"path":"relative","version":"24.0.0"}'`} {
		write(script)
		var failure *diag.Failure
		if _, err := FindNode(t.Context(), dir); !errors.As(err, &failure) {
			t.Errorf("%s: %v", script, err)
		}
	}
	gone := Node{Path: filepath.Join(dir, "gone")}
	if err := gone.Check(); err == nil || err.Error() != "starting "+gone.Path+": it is gone" {
		t.Errorf("%v", err)
	}
}

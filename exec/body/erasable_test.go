package body

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// erasable is what becomes JavaScript when its types are blanked out, and what
// reads much like something that does not.
var erasable = []string{
	`declare enum A { B }`,
	`declare const enum A { B }`,
	`export declare enum A { B }`,
	`namespace N {}`,
	`namespace N { export type X = 1 }`,
	`export namespace N { export interface X {} }`,
	`declare namespace N { const x: number; enum E { A } }`,
	`declare namespace N.M { const x: number }`,
	`declare module "x" { const x: number; export = x }`,
	`declare global { interface Window {} }`,
	`import type r = require("node:fs")`,
	`export import type A = require("x")`,
	`import type { X } from "./none.mts"; import type Y from "./none.mts"; import { type Z } from "node:fs"`,
	`import type from "node:fs"; type`,
	`export type { X } from "./none.mts"; export type * from "x"; export type * as N from "x"`,
	`interface I {}; export { type I, type I as J }`,
	`export default interface Foo {}`,
	`export default abstract class Foo {}`,
	`export abstract class Foo {}`,
	`declare abstract class Z { constructor(x: number) }`,
	`class K { constructor(readonly) {} }`,
	`class K { constructor(x: number, y?: string) {} }`,
	`class K { x; constructor(x: number) { this.x = x } }`,
	`class K { x; y; constructor(x) { (this as any).x = x; this.y = x } }`,
	`class K { readonly q = 1; private p: string; declare d: string; public static s = 1; protected async *g() {} }`,
	`class K { static readonly = 1; private = 2; public() {} declare; abstract = 1; override() {} }`,
	`class K { enum = 1; namespace = 2; module = 3; static enum() {} get import() { return 1 } }`,
	`class K { static accessor = 1; accessor; get accessors() { return 1 } }`,
	`class K { accessor() {} }`,
	`class K { accessor = 1; in = 2 }`,
	"class K { accessor\nx = 1 }",
	`abstract class K { abstract x: number; abstract y(): void; private z() {} }`,
	`class K { [k: string]: any; x!: number; y?: string; z() }`,
	`class K { f(a: string): void; f(a: number): void; f(a: any) {} }`,
	`class K extends Object { override toString() { return "" } get a(): string { return "" } set a(v: string) {} }`,
	`class K implements Iterable<number> { *[Symbol.iterator](): Iterator<number> {} }`,
	`class K<in out T> { static { const x: number = 1 } }`,
	"class Foo { x = 1 as number\n[\"y\"] = 2 }",
	`let accessor = 1; accessor in {}; accessor + 1; accessor instanceof Object; for (accessor of [1]);`,
	`const f = <T>(x: T) => x`,
	`const f = <T,>(x: T) => x, g = <T extends unknown>(x: T) => x, h = async <T,>(x: T): Promise<T> => x`,
	"const f = [\n  <T>(x: T, y = (1)) => x,\n]",
	`<T>(x: T) => x`,
	`function f<const T>(x: T) {}`,
	`const f = (y: number): y is 1 => true, c = true ? (x: number) => x : (y): string => y`,
	`function assert(x: unknown): asserts x is string {}`,
	`function f(this: Date, a?: number, ...b: string[]): number | undefined { return a }`,
	`function over(a: string): void; function over(a: any) {}`,
	`const m = new Map<string, Array<number>>(); const g = m.get<string>; m.has<string>("x")`,
	`const x = 1 as const satisfies number; let y!: number; const z: unique symbol = Symbol()`,
	`const x = 1; const y = x! + (x as number)! > 2 ? 3 : 4`,
	`type T = typeof import("node:fs"); const i = await import("node:fs")`,
	`type X = 1; interface Y { a: X } declare const z: Y; declare function q(): void; declare let w, v`,
	`type X = { enum: 1, namespace: 2 }; const namespace = 1, module = { enum: 1, private: 2 }; namespace; module.enum`,
	`const a = { enum() {}, get namespace() { return 1 }, import: 1, export: { a: 2 } }; a.enum; a.namespace; a.import`,
	`let type = 1, declare = 2, abstract = 3, as = 4; type; declare; abstract; as`,
	`let async = 1, of = 2, get = 3, set = 4; async; of; get; set`,
	"const namespace = 1, Foo = 2\nnamespace\nFoo\n{}",
	"const module = 1, Foo = 2\nmodule // enum A { B }\nFoo\n{}",
	"const s = \"enum A { B } namespace N { export const x = 1 }\"; // enum A { B }\n/*\nenum A { B }\n*/",
	"const x = String.raw, s = x`\n    this.x = x\nenum A { B }\n${1 as number} @d class {}\n`",
	"const r = /enum A { B }/, t = `${`enum A { ${1 as number} }`}\nexport = 1\nimport r = require('x')`",
	"const a = { enum: `\nvar A = 1`, namespace: `\nlet B` }",
	"const enum_ = 1, namespace1 = { N: enum_ }\r\nnamespace1.N\r\n",
	`import * as module from "node:fs"; for (const namespace of []) { module; namespace }`,
	`function namespace() {} class module {} namespace(); new module()`,
	`module: for (;;) { break module }`,
	`using x = { [Symbol.dispose]() {} }`,
	`try {} catch (e: unknown) {}`,
	`import json from "./words.json" with { type: "json" }`,
	"const z = 1 as any\n;[1]",
	"#!/usr/bin/env node\nconst x: number = 1",
	"const ü: string = \"𝒳\"; const 変数: number = 1",
}

// compiledOnly is what needs more than its types blanked out, and the start of
// what is said of it.
var compiledOnly = map[string]string{
	`enum A { B }`:        "1:1: an enum",
	`enum A {}`:           "1:1: an enum",
	`const enum A { B }`:  "1:1: an enum",
	`export enum A { B }`: "1:8: an enum",
	"export const /* one */ enum // two\nA { B = 1 }":                                 "1:8: an enum",
	`for (const x of [] as number[]) { enum In { A } }`:                               "1:35: an enum",
	`function f() { return; enum In { A } }`:                                          "1:24: an enum",
	`if (false) { enum In { A } }`:                                                    "1:14: an enum",
	`class K { static { enum E {} } }`:                                                "1:20: an enum",
	"const x = \"ü𝒳\"; enum A { B }":                                                  "1:18: an enum",
	"type X = 1\r\ninterface Y {}\r\n\r\n  enum A { B }\r\n":                          "4:3: an enum",
	`namespace N { export const x = 1 }`:                                              "1:1: a namespace",
	`export namespace N { export const x = 1 }`:                                       "1:8: a namespace",
	`namespace N.M { export const x = 1 }`:                                            "1:1: a namespace",
	`namespace N { ; }`:                                                               "1:1: a namespace",
	`function f() {} namespace f { export const x = 1 }`:                              "1:17: a namespace",
	`module M { export const x = 1 }`:                                                 "1:1: a namespace",
	`import r = require("node:fs")`:                                                   "1:1: import … = require",
	`import A = Intl.Collator; A`:                                                     "1:1: import … =",
	`export import A = Intl.Collator`:                                                 "1:8: import … =",
	`export = 1`:                                                                      "1:1: export =",
	`class K { constructor(private x) {} }`:                                           "1:31: a parameter property",
	`class K { constructor(public readonly x?: string) {} }`:                          "1:39: a parameter property",
	`class K { constructor(override x = 1) {} }`:                                      "1:32: a parameter property",
	`class K extends Object { constructor(a, protected x: number) { super(); a() } }`: "1:51: a parameter property",
	`const A = class { "constructor"(private x) {} }`:                                 "1:41: a parameter property",
	`const d = (x) => x; @d class K {}`:                                               "1:21: Node runs no decorators",
	`const d = (x) => x; class K { @d m() {} }`:                                       "1:31: Node runs no decorators",
	`const d = (x) => x; const A = @d class {}`:                                       "1:31: Node runs no decorators",
	`const d = (x) => x; export default @d class {}`:                                  "1:36: Node runs no decorators",
	`const d = (x) => x; class K { m(@d x) {} }`:                                      "1:33: Node runs no decorators",
	`class K { accessor x = 1 }`:                                                      "1:11: Node has no accessor fields",
	`class K { private static accessor #x = 1 }`:                                      "1:11: Node has no accessor fields",
	`const x = <any>1`:                                                                "1:11: a type in angle brackets",
	`<any>x; let x`:                                                                   "1:1: a type in angle brackets",
	`const y = 1, x = <any>(y)`:                                                       "1:18: a type in angle brackets",
	`(<any>globalThis).y = (<T>(x: T) => x)(1)`:                                       "1:2: a type in angle brackets",
	`<any>((x) => x)`:                                                                 "1:1: a type in angle brackets",
	`with (Math) {}`:                                                                  "1:1: ",
	`const x = 017`:                                                                   "1:11: ",
	`return`:                                                                          "1:1: ",
	`const x = <div></div>`:                                                           "1:",
	`let x: = 1`:                                                                      "1:8: ",
}

// stripSource strips one file of that source, for a Node of that version.
func stripSource(t *testing.T, source, version string) error {
	t.Helper()
	j := Job{Dir: t.TempDir(), Tmp: t.TempDir()}
	if err := os.WriteFile(filepath.Join(j.Dir, "body.mts"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := j.strip(Script{Run: "body.mts", Node: Node{Version: version}})
	return err
}

func TestOnlyTypesThatCanBeErasedAreTakenWhateverTheNode(t *testing.T) {
	for _, version := range []string{"20.10.0", "24.1.0", "30.0.0"} {
		for _, source := range erasable {
			if err := stripSource(t, source, version); err != nil {
				t.Errorf("%s: %q: %v", version, source, err)
			}
		}
		for source, want := range compiledOnly {
			if err := stripSource(t, source, version); err == nil || !strings.HasPrefix(err.Error(), "body.mts:"+want) {
				t.Errorf("%s: %q: %v\nwant %s", version, source, err, want)
			}
		}
	}
}

// What this program's own reading takes and refuses is what Node's does.
func TestWhatIsTakenIsWhatANodeThatStripsTypesItselfTakes(t *testing.T) {
	all := nodes(t)
	at := slices.IndexFunc(all, func(n Node) bool { return n.atLeast(24, 0) })
	if at < 0 {
		t.Skip("needs node 24 or newer")
	}
	dir := t.TempDir()
	sources := slices.Clone(erasable)
	for source := range compiledOnly {
		sources = append(sources, source)
	}
	for i, source := range sources {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".mts")), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "words.json"), []byte("[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	const script = `
const refused = []
for (let i = 0; i < Number(process.argv[1]); i++) {
  try { await import(process.cwd() + "/" + i + ".mts") } catch (e) { refused.push(e instanceof SyntaxError ? e.message : "") }
  if (refused.length <= i) refused.push("")
}
console.log(JSON.stringify(refused))`
	cmd := exec.CommandContext(t.Context(), all[at].Path, "--no-warnings", "--input-type=module", "-e", script, fmt.Sprint(len(sources)))
	cmd.Dir = dir
	out, err := cmd.Output()
	var refused []string
	if err != nil || json.Unmarshal(out, &refused) != nil || len(refused) != len(sources) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, source := range sources {
		if taken := i < len(erasable); taken != (refused[i] == "") {
			t.Errorf("%q: node says %q", source, refused[i])
		}
	}
}

// Whatever the library makes of a source, it is looked over without a panic,
// and what is refused stands in the source.
func FuzzUnerasable(f *testing.F) {
	for _, source := range erasable {
		f.Add(source)
	}
	for source := range compiledOnly {
		f.Add(source)
	}
	s := stripper{dir: "/body", node: Node{Version: "24.0.0"}}
	f.Fuzz(func(t *testing.T, source string) {
		plain := s.transform("body.mts", source, api.LoaderTS)
		if len(plain.Errors) > 0 {
			return
		}
		if r, found := unerasable(source, plain); found && newLayout(source).after(r.at) == "" {
			t.Fatalf("%+v", r)
		}
	})
}

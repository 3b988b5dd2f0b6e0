package body

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sinew/exec/policy"
)

func TestABodyIsLoadedAndNeverCalled(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		for source, want := range map[string]Export{
			`export default () => { throw new Error("called") }`:       Function,
			`export default async function f() { process.exit(9) }`:    Function,
			`export default class {}`:                                  Function,
			`export const f = () => ""`:                                None,
			`export default undefined`:                                 "undefined",
			`export default { text: "" }`:                              "object",
			`console.log("said"); export default 5`:                    "number",
			`setInterval(() => {}, 1000); export default () => ""`:     Function,
			`const wait = await Promise.resolve(1); export default ""`: "string",
		} {
			s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": source})
			s.script.Run = "body.mjs"
			got, err := s.job.Load(t.Context(), s.script)
			if err != nil || got != want {
				t.Errorf("%s: %q, %v, want %q", source, got, err, want)
			}
		}
	})
}

func TestABodyThatDoesNotLoadSaysWhy(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		for source, want := range map[string]string{
			`export default (`:                                "Unexpected end of input",
			`throw new Error("no way")`:                       "no way",
			`throw undefined`:                                 "undefined",
			`throw { toString() { throw 1 } }`:                "an error without a message",
			`import "./nowhere.mjs"; export default () => ""`: "Cannot find module",
			`import { readFileSync } from "node:fs"; readFileSync("/etc/hosts"); export default () => ""`: "Access to this API has been restricted",
		} {
			s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": source})
			s.script.Run = "body.mjs"
			_, err := s.job.Load(t.Context(), s.script)
			if thrown := new(Thrown); !errors.As(err, &thrown) || !strings.Contains(thrown.Message, want) {
				t.Errorf("%s: %v, want %q", source, err, want)
			}
		}
	})
}

func TestTypesAreReadTheSameToLoadABody(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mts": "const t: string = await Promise.resolve(\"\")\nexport default (): string => t"})
		if got, err := s.job.Load(t.Context(), s.script); err != nil || got != Function {
			t.Errorf("%q, %v", got, err)
		}
		s = newJS(t, node, policy.Policy{}, map[string]string{"body.mts": "type T = string\n  enum A { B }\nexport default () => A.B"})
		_, err := s.job.Load(t.Context(), s.script)
		if want := "body.mts:2:3: an enum is not erased with the types; write an object"; !errors.As(err, new(*Thrown)) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
}

func TestABodyThatEndsOrNeverLoadsIsNamedSo(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": `process.exit(0)`, "stuck.mjs": `await new Promise(() => setInterval(() => {}, 1000))`})
		s.script.Run = "body.mjs"
		if _, err := s.job.Load(t.Context(), s.script); !errors.As(err, new(*Exit)) {
			t.Error(err)
		}
		s.script.Run = "stuck.mjs"
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if _, err := s.job.Load(ctx, s.script); !errors.Is(err, ErrDeadline) {
			t.Error(err)
		}
	})
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sinew/exec/body"
)

// javascript are the contests of a body under node, with types in it: its run,
// and the program around that.
func javascript(s *stage) []contest {
	if s.node.Path == "" {
		return nil
	}
	r := &reflex{name: "rota", node: s.node, text: rotaAnswer, files: map[string]string{
		"reflex.toml": rotaManifest, "rota.mts": rota(5 << 10), "reflex.d.ts": rotaTypes,
	}}
	run := s.besideNode(r, here("sinew's exec.Run", 0, r.run), 1.8)
	whole := s.besideNode(r, s.running(r), 0)
	return []contest{
		{name: "JavaScript, 5 KB .mts", rounds: 41, stage: s, work: r.parse, ways: run},
		{name: "JavaScript, whole", rounds: 41, stage: s, work: r.install, ways: whole},
	}
}

// besideNode is a way to run r and what it is held against: node's own start,
// and its load of r's file where it can load such a one by itself.
func (s *stage) besideNode(r *reflex, first way, bar float64) []way {
	ways := []way{first, s.startNode("node -e 0", bar, "-e", "0")}
	if s.stripsTypes() {
		file := filepath.Join(s.dir, "projects", r.name, r.name, r.name+".mts")
		ways = append(ways, s.startNode("node rota.mts, only loaded", 0, file))
	}
	return ways
}

// startNode is a start of node with the environment a body has: variables of
// the person's, that name certificates and options, can double it.
func (s *stage) startNode(name string, bar float64, args ...string) way {
	return way{name, bar, func(ctx context.Context, t *tally, dir string) error {
		_, _, err := t.run(ctx, process{
			bare: true, env: body.Environ(os.LookupEnv, dir), args: append([]string{s.node.Path}, args...), unread: true,
		})
		return err
	}}
}

// stripsTypes is whether the node loads a file with types by itself.
func (s *stage) stripsTypes() bool {
	out, err := exec.Command(s.node.Path, "-p", "process.features.typescript").Output()
	return err == nil && strings.TrimSpace(string(out)) == "strip"
}

const (
	rotaManifest = `reflex = 1
description = "Say who waters the plants of each room this week."
effect = "read"
confirm = "Say who waters the plants?"
run = "rota.mts"
`
	rotaTypes = `export type Args = Record<string, never>
export type Context = { input: string; config: Record<string, string>; signal: AbortSignal }
export type Reflex = (args: Args, context: Context) => Promise<string>
`
	rotaAnswer = "watered this week: attic"
)

// rota is the text of a body of at least size bytes, as one would be written:
// declarations of types, and functions with types on whatever can bear one.
// Node strips all of it without changing any other character.
func rota(size int) string {
	var b strings.Builder
	b.WriteString(rotaHead)
	rooms := []string{"attic", "balcony", "cellar", "garden", "hall", "kitchen", "landing", "parlour"}
	n := 0
	for ; b.Len() < size-len(rotaEnd); n++ {
		room := fmt.Sprintf("%s%d", rooms[n%len(rooms)], n/len(rooms))
		b.WriteString(strings.ReplaceAll(rotaRoom, "ROOM", room))
	}
	b.WriteString(rotaEnd)
	return b.String()
}

const rotaHead = `import { setTimeout as pause } from "node:timers/promises"
import type { Args, Context, Reflex } from "./reflex.d.ts"

type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday"

interface Plant {
  readonly name: string
  litres: number
  days: readonly Weekday[]
}

interface Room<P extends Plant = Plant> {
  name: string
  plants: Map<string, P>
}

class Ledger<K extends string, V> {
  private readonly entries: Map<K, V[]> = new Map<K, V[]>()

  add(key: K, value: V): this {
    const before: V[] = this.entries.get(key) ?? []
    this.entries.set(key, [...before, value])
    return this
  }

  total(count: (value: V) => number): number {
    let sum: number = 0
    for (const values of this.entries.values()) {
      for (const value of values) sum += count(value)
    }
    return sum
  }
}

function isThirsty(plant: Plant, day: Weekday): boolean {
  return plant.litres > 0 && plant.days.includes(day)
}

function roomOf(name: string, plants: Plant[]): Room {
  return { name, plants: new Map(plants.map((plant: Plant): [string, Plant] => [plant.name, plant])) }
}
`

const rotaRoom = `
export function ROOM(day: Weekday, ledger: Ledger<Weekday, Plant>): Room | undefined {
  const plants: Plant[] = [
    { name: "fern of the ROOM", litres: 0.5, days: ["monday", "thursday"] },
    { name: "fig of the ROOM", litres: 1.25, days: ["friday"] as const },
  ]
  const thirsty = plants.filter((plant: Plant): boolean => isThirsty(plant, day))
  for (const plant of thirsty) ledger.add(day, plant)
  return thirsty.length > 0 ? roomOf("ROOM", thirsty satisfies Plant[]) : undefined
}
`

const rotaEnd = `
async function report(day: Weekday, signal: AbortSignal): Promise<string> {
  const ledger = new Ledger<Weekday, Plant>()
  const rooms = [attic0(day, ledger)].filter((room): room is Room => room !== undefined)
  if (signal.aborted || ledger.total((plant: Plant): number => plant.litres) === 0) await pause(0)
  return "watered this week: " + rooms.map((room: Room): string => room.name.replace(/\d+$/, "")).join(", ")
}

export default (async (args: Args, { signal }: Context): Promise<string> => {
  return await report("monday" as Weekday, signal)
}) satisfies Reflex
`

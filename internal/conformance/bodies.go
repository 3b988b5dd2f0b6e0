package conformance

// The manifests and bodies of our own that stand in for what the data lacks.

const restarting = `reflex = 1
description = "Start this computer anew."
effect = "destructive"
confirm = "Make the laptop {action} now?"
run = "power.mts"

[args.action]
ask = "What should it do?"
options.restart = "Start it anew."
options.shutdown = "Turn it off."
`

const shouting = `reflex = 1
description = "Say a word aloud."
effect = "read"
confirm = "Say {word}?"
run = ["sh", "-c", 'echo "$0!" $1', "{word}", "{tone}"]

[args.word]
ask = "Which word?"
pick = "quoted"

[args.tone]
ask = "In which tone?"
options.loud = "Loud."
options.soft = "Soft."
optional = true
`

const (
	noting = `import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { connect } from "node:net"

const tries: Record<string, () => unknown> = {
  read: () => readFileSync(process.env.HOME + "/secret.txt"),
  write: () => writeFileSync(process.env.HOME + "/pwned.txt", "x"),
  spawn: () => { const { error } = spawnSync("true"); if (error) throw error },
  fetch: () => fetch("https://example.com/"),
  connect: () => new Promise((done, fail) => connect(1, "127.0.0.1").on("connect", done).on("error", fail)),
}

export default async ({ text, also }: { text: string, also?: string }, { config }: { config: { file: string } }): Promise<string> => {
  if (also) await tries[also]()
  appendFileSync(config.file, text + "\n")
  return "noted \"" + text + "\""
}
`
	starting = `import { spawnSync } from "node:child_process"

export default ({ program }: { program: string }): string => {
  const { error } = spawnSync(program)
  if (error) throw error
  return "ran " + program
}
`
	waiting = `import { writeFileSync } from "node:fs"

export default async (): Promise<string> => {
  writeFileSync(process.env.HOME + "/wait.pid", String(process.pid))
  console.error("waiting")
  await new Promise((done) => setTimeout(done, 60_000))
  return "waited"
}
`
	reaching = `import { connect } from "node:net"

export default (): Promise<string> => new Promise((done, fail) => {
  const reached = (): void => done("reached 127.0.0.1:1")
  connect(1, "127.0.0.1").on("connect", reached).on("error", (e: { code?: string }) => e.code === "ECONNREFUSED" ? reached() : fail(e))
})
`
)

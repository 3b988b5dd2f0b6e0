import { spawn } from "node:child_process"
import { readdirSync, statSync } from "node:fs"

const folder = "/dev/pts" // where terminals are

// The waiting is done by a process of its own, which outlives this one. It has
// no terminal of its own either: it rings in each that belongs to its user.
const waiting = `
const { closeSync, constants, openSync, readdirSync, statSync, writeSync } = require("node:fs")
const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants
const folder = ${JSON.stringify(folder)}
${terminals}
function ring(message) {
  for (const path of terminals()) {
    try {
      const terminal = openSync(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
      writeSync(terminal, "\\r\\n\\u0007" + message + "\\r\\n")
      closeSync(terminal)
    } catch {} // closed meanwhile, or standing still: the others ring
  }
}
setTimeout(ring, process.argv[1] * 1000, process.argv[2])
`

export default async ({ duration, label = "timer" }) => {
  if (terminals().length === 0) throw new Error("no terminal of yours is open to ring in")
  const name = label.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ")
  const pid = await start(duration, `${name}: time is up after ${length(duration)}`)
  const at = new Date(Date.now() + duration * 1000)
  return { text: `${name}: ${length(duration)}, rings at ${clock(at)}, process ${pid}`, data: { pid } }
}

// terminals are the open ones that belong to this user.
function terminals() {
  const open = readdirSync(folder).filter((name) => /^[0-9]+$/.test(name))
  return open.map((name) => folder + "/" + name).filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && found.uid === process.getuid()
  })
}

async function start(seconds, message) {
  const child = spawn(process.execPath, ["-e", waiting, String(seconds), message], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
  })
  await new Promise((resolve, reject) => {
    child.once("spawn", resolve)
    child.once("error", reject)
  })
  child.unref()
  return child.pid
}

// length is a number of seconds as people say it: 1 hour 30 minutes.
function length(seconds) {
  const parts = []
  for (const [unit, size] of [["hour", 3600], ["minute", 60], ["second", 1]]) {
    const n = Math.floor(seconds / size)
    seconds -= n * size
    if (n > 0) parts.push(`${n} ${unit}${n === 1 ? "" : "s"}`)
  }
  return parts.join(" ")
}

const clock = (time) => [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":")

// Loads the body that the envelope on standard input names, calls it once, and
// writes what it returned as one line on descriptor 3. Descriptors 1 and 2 are
// both the body's messages. Standard input stays open for as long as the
// starter lives.
import { writeSync } from "node:fs"
import { isAbsolute, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const RESULT = 3
const GRACE = 1000
const stop = new AbortController()
let started = false

function finish(result, code) {
  let line
  try {
    line = Buffer.from(JSON.stringify(result) + "\n")
  } catch (error) {
    line = Buffer.from(JSON.stringify({ error: messageOf(error) }) + "\n")
    code = 1
  }
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(RESULT, line, at)
    } catch (error) {
      if (error.code !== "EAGAIN") break
    }
  }
  process.exit(code)
}

function messageOf(error) {
  try {
    const message = error instanceof Error ? error.message || error.name : error
    return String(message)
  } catch {
    return "an error without a message"
  }
}

function framesOf(error) {
  try {
    const lines = String(error.stack).split("\n")
    const first = lines.findIndex((line) => line.startsWith("    at "))
    if (first < 0) return []
    return lines.slice(first).map((line) => line.trim()).filter(isOfBody)
  } catch {
    return []
  }
}

function isOfBody(frame) {
  return frame.startsWith("at ") && !/\(?node:|\[eval|evalmachine|data:text/.test(frame)
}

function fail(message, frames = [], refused = []) {
  finish({ error: message, frames, refused }, 1)
}

function failOf(error) {
  fail(messageOf(error), framesOf(error), refusedOf(error))
}

const REFUSALS = ["ERR_ACCESS_DENIED", "EACCES", "EPERM", "EAI_AGAIN", "ENOTFOUND"]

// refusedOf lists the reaches an error says were refused. What caused the error
// comes before the error itself.
function refusedOf(error) {
  try {
    const all = [error?.cause?.errors, error?.cause, error?.errors, error].flat()
    return all.filter((each) => each).flatMap(reachesOf)
  } catch {
    return []
  }
}

function reachesOf(error) {
  const { code, syscall, hostname, address, port, permission, resource } = error
  const asked = typeof syscall === "string" && syscall.startsWith("query") // no server of names was reached
  if (!REFUSALS.includes(code) && !(asked && code === "ECONNREFUSED")) return []
  if (hostname) return [reach("resolve", hostname)]
  if (address) return [reach(syscall, port === undefined ? address : `${address}:${port}`)]
  if (permission) return [reach(permission, permission.startsWith("FileSystem") && resource ? resolve(resource) : resource)]
  if (!syscall || syscall.startsWith("spawn")) return [reach(syscall, error.path)]
  const paths = [error.path, error.dest].filter((path) => path)
  return paths.length ? paths.map((path) => reach(syscall, resolve(String(path)))) : [reach(syscall)]
}

function reach(what, path) {
  return { what: String(what ?? ""), path: String(path ?? "") }
}

function giveUp(reason, message) {
  stop.abort(reason)
  setTimeout(() => fail(message), GRACE)
}

function resultOf(value) {
  if (typeof value === "string") return { text: value }
  if (value !== null && typeof value === "object" && !Array.isArray(value) && typeof value.text === "string") {
    return value.data === undefined ? { text: value.text } : { text: value.text, data: value.data }
  }
  throw new TypeError(`the body returned ${kindOf(value)}, not text or { text, data }`)
}

function kindOf(value) {
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object without text" : typeof value
}

async function run(line) {
  started = true
  let envelope
  try {
    envelope = JSON.parse(line)
  } catch (error) {
    return fail(`the envelope is not JSON: ${error.message}`)
  }
  const { run: name, module, args, input, config, deadline } = envelope
  if (deadline !== undefined) {
    setTimeout(() => giveUp(new DOMException("the deadline is past", "TimeoutError"), `timed out after ${deadline} ms`), deadline)
  }
  process.on("SIGTERM", () => giveUp(new DOMException("the run is ended", "AbortError"), "terminated"))
  try {
    const loaded = await import(isAbsolute(module) ? pathToFileURL(module).href : module)
    if (!("default" in loaded)) return fail(`${name} has no default export`)
    const body = loaded.default // called as a function of its own, so that its frames bear its name alone
    if (typeof body !== "function") return fail(`the default export of ${name} is not a function`)
    const value = await body(args, { input, config, signal: stop.signal })
    finish(resultOf(value), 0)
  } catch (error) {
    failOf(error)
  }
}

process.on("uncaughtException", failOf)
let pending = ""
process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk) => {
  if (started) return
  pending += chunk
  const end = pending.indexOf("\n")
  if (end >= 0) run(pending.slice(0, end))
})
process.stdin.on("end", () => process.exit(started ? 1 : 0))

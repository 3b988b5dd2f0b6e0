// Imports the module that its argument names, and writes what that exports by
// default as one line on descriptor 3. Descriptors 1 and 2 are both the body's
// messages. Nothing of the module is called.
import { writeSync } from "node:fs"
import { pathToFileURL } from "node:url"

function finish(found) {
  writeSync(3, JSON.stringify(found) + "\n")
  process.exit(0)
}

function fail(error) {
  let message = "an error without a message"
  try {
    message = error instanceof Error ? error.message || error.name : String(error)
  } catch {
    // the error's own text cannot be had
  }
  finish({ error: message })
}

process.on("uncaughtException", fail)
try {
  const loaded = await import(pathToFileURL(process.argv.at(-1)).href)
  finish({ text: "default" in loaded ? typeof loaded.default : "none" })
} catch (error) {
  fail(error)
}

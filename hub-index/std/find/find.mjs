import { readFile, readdir, stat } from "node:fs/promises"
import { join, relative } from "node:path"

const shown = 50 // lines in the result
const counted = 10_000 // lines after which the search stops
const largest = 8 * 1024 * 1024 // bytes of a file that is searched
const widest = 200 // characters of a line that are shown

export default async ({ text, place }, { signal }) => {
  const lines = await search(place, text.toLowerCase(), signal)
  if (lines.length === 0) return `no line holds "${text}"`
  const count = lines.length >= counted ? `${counted} lines or more hold` : lines.length === 1 ? "1 line holds" : `${lines.length} lines hold`
  const more = lines.length > shown ? [`and ${lines.length - shown} more`] : []
  return [`${count} "${text}"`, ...lines.slice(0, shown), ...more].join("\n")
}

async function search(place, wanted, signal) {
  const found = []
  for await (const path of files(place)) {
    signal.throwIfAborted()
    for (const line of await matches(path, wanted)) found.push(`${clean(relative(place, path))}:${line}`)
    if (found.length >= counted) return found.slice(0, counted)
  }
  return found
}

// files yields the plain files below dir, by name. Symbolic links, and folders
// that may not be read, are passed over.
async function* files(dir, below = false) {
  let entries
  try {
    entries = await readdir(dir, { withFileTypes: true })
  } catch (error) {
    if (below) return
    throw new Error(`the folder does not open: ${error.message}`)
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && entry.name !== ".git") yield* files(path, true)
  }
}

async function matches(path, wanted) {
  const bytes = await contents(path)
  if (bytes === undefined || bytes.subarray(0, 8192).includes(0)) return []
  const text = bytes.toString("utf8")
  if (!text.toLowerCase().includes(wanted)) return []
  return text
    .split(/\r?\n/)
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.toLowerCase().includes(wanted))
    .map(({ line, number }) => `${number}: ${clean(line.trim()).slice(0, widest)}`)
}

async function contents(path) {
  try {
    if ((await stat(path)).size > largest) return undefined
    return await readFile(path)
  } catch {
    return undefined
  }
}

// clean is text that cannot move a terminal's cursor.
const clean = (text) => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ")

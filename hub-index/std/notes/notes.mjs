import { open } from "node:fs/promises"

const shown = 20 // notes in the result
const tail = 64 * 1024 // bytes read from the file's end

export default async (_, { config }) => {
  const { text, whole } = await lastBytes(config.file)
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "")
  if (lines.length === 0) return "no notes yet"
  const last = lines.slice(-shown).map(clean)
  const all = whole && last.length === lines.length
  const count = last.length === 1 ? "1 note" : `${last.length} notes`
  return [all ? count : `the last ${count}`, ...last].join("\n")
}

// lastBytes is the end of a file as text, from the start of a line on.
async function lastBytes(path) {
  const file = await open(path, "r")
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - tail)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const text = buffer.toString("utf8", 0, bytesRead)
    return from === 0 ? { text, whole: true } : { text: text.slice(text.indexOf("\n") + 1), whole: false }
  } finally {
    await file.close()
  }
}

// clean is text that cannot move a terminal's cursor.
const clean = (text) => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ")

import { open } from "node:fs/promises"

export default async ({ text }, { config }) => {
  const line = `${stamp(new Date())}  ${text.replace(/\s+/g, " ").trim()}\n`
  const file = await open(config.file, "as+") // written through to the disk
  try {
    await file.appendFile((await endsMidLine(file)) ? "\n" + line : line)
  } finally {
    await file.close()
  }
  return `noted "${text}" in ${config.file.split("/").at(-1)}`
}

async function endsMidLine(file) {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== 0x0a
}

// stamp is the day and the time of this machine's clock: 2026-05-05 17:30.
function stamp(now) {
  const two = (n) => String(n).padStart(2, "0")
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-")
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}`
}

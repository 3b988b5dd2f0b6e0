import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"

const trash = join(process.env.HOME, ".local/share/Trash")

export default async (_, { signal }) => {
  const items = await names("files")
  // The record of where an item came from goes after the item itself, so that
  // an item that stays can still be restored.
  for (const item of items) {
    signal.throwIfAborted()
    await rm(join(trash, "files", item), { recursive: true, force: true })
    await rm(join(trash, "info", `${item}.trashinfo`), { force: true })
  }
  for (const left of await names("info")) await rm(join(trash, "info", left), { recursive: true, force: true })
  for (const left of await names("expunged")) await rm(join(trash, "expunged", left), { recursive: true, force: true })
  await rm(join(trash, "directorysizes"), { force: true })
  if (items.length === 0) return "the trash was empty"
  return items.length === 1 ? "deleted the 1 item of the trash" : `deleted the ${items.length} items of the trash`
}

async function names(folder) {
  try {
    return await readdir(join(trash, folder))
  } catch (error) {
    if (error.code === "ENOENT") return []
    throw error
  }
}

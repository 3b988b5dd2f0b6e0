import { execFile } from "node:child_process"
import { promisify } from "node:util"

const verbs = { restart: "reboot", shutdown: "poweroff" }

export default async ({ action }, { signal }) => {
  try {
    await promisify(execFile)("systemctl", ["--no-ask-password", verbs[action]], { signal })
  } catch (error) {
    throw new Error(`the system refused: ${(error.stderr || error.message).trim().split("\n").at(-1)}`)
  }
  return action === "restart" ? "restarting" : "shutting down"
}

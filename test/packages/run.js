import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program to its end; resolves to what it printed, also when it failed. */
export async function run(command, args, options = {}) {
  try {
    const { stdout } = await execute(command, args, { maxBuffer: 64 << 20, ...options })
    return { ok: true, stdout, output: stdout }
  } catch (error) {
    if (error.stdout === undefined) throw error
    return { ok: false, stdout: error.stdout, output: `${error.stdout}${error.stderr}`.trim() || error.message }
  }
}

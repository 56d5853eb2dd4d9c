import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Call } from '../call/call.js'

/** Milliseconds after which a program counts as missing. */
const longest = 3_000

/** The first line that a program prints; null where it is missing, fails or takes too long. */
export function firstLine(
  { env, cwd, signal }: Pick<Call, 'env' | 'cwd' | 'signal'>,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  const options = { env: { ...env }, cwd, signal, timeout: longest, windowsHide: true }
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => resolve(error ? null : (stdout.split('\n')[0] ?? '').trim()))
  })
}

const managers = [
  ['apt-get', 'sudo apt-get install'],
  ['dnf', 'sudo dnf install'],
  ['apk', 'sudo apk add'],
  ['pacman', 'sudo pacman -S'],
  ['zypper', 'sudo zypper install'],
  ['brew', 'brew install'],
  ['winget.exe', 'winget install'],
] as const

/** The start of the command that installs programs on this machine; null if it is not known. */
export function installerIn(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder))
  const found = managers.find(([program]) => folders.some((folder) => isExecutable(join(folder, program))))
  return found?.[1] ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

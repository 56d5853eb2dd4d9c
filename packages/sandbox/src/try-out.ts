import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage, type Sandbox } from '@artoo/spec'
import { quoted } from './quoted.js'

/** Milliseconds for one confined command; starting the helper is a part of it. */
const longestTrial = 20_000

/**
 * Runs one confined command, which writes inside its root and tries to write outside. Returns the problem with its remedy when it fails or is
 * not confined; null when all is well.
 */
export async function tryOut(sandbox: Sandbox): Promise<string | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-probe-')))
  const [inside, outside] = [join(folder, 'root'), join(folder, 'outside')]
  try {
    mkdirSync(inside)
    const signal = AbortSignal.timeout(longestTrial)
    const confinement = { write: [inside], readOnly: [], unreadable: [], network: [] }
    const command = `echo inside > inside; (echo outside > ${quoted(outside)}) 2>/dev/null; echo confined`
    const env = { PATH: process.env.PATH ?? '' }
    const program = await sandbox.confine(['/bin/sh', '-c', command], { cwd: inside, env, confinement, signal })
    const [file = '', ...args] = program.argv
    const said = await run(file, args, { cwd: inside, env: program.env, signal }).finally(() => program.ended())
    if (existsSync(outside)) return 'a confined command could write outside of its folder'
    if (readFileSync(join(inside, 'inside'), 'utf8') === 'inside\n' && said.includes('confined')) return null
    return 'a confined command did not run as it should'
  } catch (error) {
    return remedyFor(errorMessage(error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Circumstances {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

function run(file: string, args: readonly string[], options: Circumstances): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message))
      else resolve(stdout)
    })
  })
}

function remedyFor(message: string): string {
  const said = message.split('\n').slice(-3).join(' ').slice(0, 300)
  if (!/namespace|Operation not permitted|Permission denied|uid map/i.test(message))
    return `a confined command failed: ${said}`
  const restricts = readSetting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
  const remedy = restricts
    ? 'AppArmor forbids it: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap a profile'
    : 'allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), in a container also seccomp and mount rights'
  return `user namespaces can't be used (${said}): ${remedy}`
}

function readSetting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

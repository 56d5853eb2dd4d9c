import { spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'

export interface Kill {
  readonly afterMs: number
  /** Whether the whole process group is killed. */
  readonly group: boolean
  /** Called some milliseconds after the first word. */
  readonly meanwhile?: { readonly afterMs: number; readonly act: () => void } | undefined
}

/** The program in one file, which starts in a fraction of the time. @returns its path */
export async function bundledIn(folder: string): Promise<string> {
  const outfile = join(folder, 'process.mjs')
  // Modules that import each other in a circle do not survive a bundle with dynamic imports.
  await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  await build({
    ...{ entryPoints: [join(import.meta.dirname, 'process.ts')], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', target: 'node20', conditions: ['@artoo/source'] },
    ...{ external: ['zod', 'zod/*'], logLevel: 'error' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
  return outfile
}

/** Resolves when the process has been killed some milliseconds after its first word, or has ended before. */
export function killed(program: string, words: readonly string[], { afterMs, group, meanwhile }: Kill): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const timers: NodeJS.Timeout[] = []
    let hasBegun = false
    const kill = () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (group && child.pid) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }
    child.stdout.once('data', () => {
      hasBegun = true
      timers.push(setTimeout(kill, afterMs))
      if (meanwhile) timers.push(setTimeout(meanwhile.act, meanwhile.afterMs))
    })
    child.on('error', reject)
    child.on('exit', () => timers.forEach(clearTimeout))
    child.on('close', () => {
      if (hasBegun) resolve()
      else reject(new Error('the process ended before it began'))
    })
  })
}

/** Waits for the commands that outlived their process. */
export async function commandsEnded(root: string): Promise<void> {
  while (workingIn(root)) await sleep(10)
}

function workingIn(root: string): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === root
    } catch {
      return false
    }
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { bundled as bundledScript } from '../../../mkct/test/support/bundled.js'

/** A script of this folder. */
export const bundled = (script: string) => bundledScript(new URL(script, import.meta.url))

/** Runs a bundled script, which prints JSON, a value a line. */
export function childOf(script: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => killGroup(child.pid))
  const told: unknown[] = []
  const ended = once(child, 'close')
  createInterface({ input: child.stdout }).on('line', (line) => told.push(JSON.parse(line)))
  return {
    pid: child.pid,
    told,
    ended,
    go: () => child.stdin.end('g'),
    tells: (count: number) =>
      expect.poll(() => told.length, { timeout: 20_000, interval: 2 }).toBeGreaterThanOrEqual(count),
    async kill() {
      killGroup(child.pid)
      await ended
    },
  }
}

/** Kills a process and the programs that it has started: one that outlives it, such as git, could write after what a test looks at. */
function killGroup(leader: number | undefined): void {
  try {
    process.kill(-(leader as number), 'SIGKILL')
  } catch {
    // It has ended.
  }
}

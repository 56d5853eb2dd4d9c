import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { bundled as bundledScript } from '../../../mkct/test/support/bundled.js'

/** A script of this folder. */
export const bundled = (script: string) => bundledScript(new URL(script, import.meta.url))

/** Runs a bundled script, which prints JSON, a value a line. */
export function childOf(script: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
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
      child.kill('SIGKILL')
      await ended
    },
  }
}

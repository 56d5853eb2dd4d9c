import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { expect, onTestFinished } from 'vitest'

/** A script of this folder, bundled with the sources that it imports: it starts in a fraction of the time. */
export async function bundled(script: string): Promise<string> {
  // Where it finds the dependencies that are not bundled.
  const outfile = join(import.meta.dirname, '../../../../node_modules/.cache', script.replace(/\.ts$/, '.mjs'))
  await build({
    entryPoints: [join(import.meta.dirname, script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@artoo/source'],
    external: ['simple-git', 'unbash', 're2js', 'diff'],
    logLevel: 'error',
  })
  return outfile
}

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

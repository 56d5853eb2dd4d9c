import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { randomFrom } from '../permissions/fuzz.js'

const tasks = 20
const host = new URL('server.ts', import.meta.url)

interface Line {
  readonly interrupted?: string
  readonly ended?: string
  readonly status?: string
  readonly output?: string
  readonly resumed?: string
  readonly ms?: number
}

/** Runs the server; with `termAfterMs` it gets a SIGTERM that long after it has begun to work. */
async function served(script: string, folder: string, count: number, termAfterMs?: number): Promise<readonly Line[]> {
  const child = spawn(process.execPath, [script, folder, `${count}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: Line[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    lines.push(...whole.map((line) => JSON.parse(line) as Line))
    if (termAfterMs !== undefined && whole.some((line) => line.includes('listening'))) {
      setTimeout(() => child.kill('SIGTERM'), termAfterMs)
    }
  })
  const code = await new Promise((resolve) => child.once('exit', (exit, signal) => resolve(exit ?? signal)))
  if (code !== 0) throw new Error(`the server ended with ${code}`)
  return lines
}

/** One round: twenty tasks, a SIGTERM in their midst, and the next process. Returns the problems. */
async function round(
  script: string,
  afterMs: number,
): Promise<{ problems: string[]; interrupted: number; ms: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-sigterm-'))
  try {
    const before = await served(script, folder, tasks, afterMs)
    const after = await served(script, folder, 0)
    const interrupted = before.filter((line) => line.interrupted !== undefined)
    const resumed = after.filter((line) => line.resumed !== undefined)
    const ms = Math.max(0, ...resumed.map((line) => line.ms ?? 0))
    const ended = [...before, ...after].filter((line) => line.ended !== undefined)
    const ledger = readFileSync(join(folder, 'ledger.txt'), 'utf8').split('\n').filter(Boolean)
    const problems: string[] = []
    if (resumed.length !== interrupted.length) {
      problems.push(`${interrupted.length} were interrupted, ${resumed.length} resumed`)
    }
    if (ms > 1_000) problems.push(`the next process took ${ms} ms to go on`)
    if (new Set(ended.map((line) => line.ended)).size !== tasks) problems.push(`${ended.length} of ${tasks} ended`)
    const wrong = ended.filter(
      ({ status, output }) => status !== 'complete' || !/^batch-\d+ is paid$/.test(output ?? ''),
    )
    for (const line of wrong) problems.push(`an odd end: ${JSON.stringify(line)}`)
    const twice = ledger.filter((invoice, index) => ledger.indexOf(invoice) !== index)
    if (twice.length > 0) problems.push(`paid twice: ${twice.join(', ')}`)
    if (new Set(ledger).size !== tasks * 3) problems.push(`${new Set(ledger).size} of ${tasks * 3} invoices are paid`)
    return { problems, interrupted: interrupted.length, ms }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function rounds(count: number, seed: number) {
  const script = await bundled(host)
  const random = randomFrom(seed)
  const found = { problems: [] as string[], interrupted: 0, slowestMs: 0 }
  for (let number = 1; number <= count; number++) {
    const afterMs = Math.floor(random() * 500)
    const { problems, interrupted, ms } = await round(script, afterMs)
    found.problems.push(...problems.map((problem) => `round ${number}, SIGTERM after ${afterMs} ms: ${problem}`))
    found.interrupted += interrupted
    found.slowestMs = Math.max(found.slowestMs, ms)
  }
  return found
}

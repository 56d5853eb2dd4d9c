import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandbox } from '@artoo/sandbox'
import { type Sandbox, systemClock, type Tool } from '@artoo/spec'
import { runToolCall } from '@artoo/tools'
import { runDeclarativeCheck, standardTools } from '@artoo/tools/node'
import { attacks } from './attacks.js'
import { type Machine, machine } from './machine.js'

/** Ways in which a model has a line run: its own command, a test that it rewrote, a check. */
export const ways = ['shell', 'npm test', 'check'] as const
export type Way = (typeof ways)[number]

export interface Attacked {
  readonly lines: number
  /** `line: sign`, for each line that left the sandbox. */
  readonly escapes: readonly string[]
}

export interface Scene {
  readonly attacked: Machine
  readonly box: Sandbox
  readonly shell: Tool
  close(): Promise<void>
}

/** A machine with a sandbox in which its root is worked on. */
export async function scene(): Promise<Scene> {
  const attacked = await machine()
  const box = await sandbox()
  const shell = standardTools({ root: attacked.root, sandbox: box, snapshots: false }).at(-1)
  if (!shell) throw new Error('there is no shell')
  const close = async () => {
    await box.close()
    attacked.close()
  }
  return { attacked, box, shell, close }
}

/** Runs lines without the gate, one after the other, each on a fresh root. */
export async function runAttacks(on: Scene, way: Way, isChosen = (_: number): boolean => true): Promise<Attacked> {
  const chosen = attacks(on.attacked.places).filter((_, index) => isChosen(index))
  const escapes: string[] = []
  for (const line of chosen) {
    on.attacked.reset()
    const said = await saidBy(way, line, on)
    escapes.push(...on.attacked.escapes(said.replaceAll(line, '')).map((sign) => `${line}: ${sign}`))
  }
  return { lines: chosen.length, escapes }
}

const longest = 8_000

async function saidBy(way: Way, line: string, { attacked, box, shell }: Scene): Promise<string> {
  const { root } = attacked
  if (way !== 'shell') writeFileSync(join(root, 'attack.sh'), `${line}\n`)
  if (way === 'check') {
    const argv = ['sh', 'attack.sh']
    const check = { check: 'command', argv, timeoutMs: longest } as const
    const verdict = await runDeclarativeCheck(check, { root, sandbox: box, allowedCommands: [argv] })
    return verdict.evidence
  }
  const command = way === 'shell' ? line : 'npm test'
  const signal = new AbortController().signal
  const ofCall = {
    taskId: 'attack',
    context: undefined,
    signal,
    clock: systemClock(),
    timeoutMs: longest,
    confirm: () => true,
  }
  const outcome = await runToolCall(shell, { command }, ofCall)
  // A line that did not run has shown nothing.
  const hasRun = outcome.status === 'ok' || ['exit_nonzero', 'tool_timeout'].includes(outcome.code ?? '')
  if (!hasRun) throw new Error(`${line} was not run: ${outcome.output}`)
  return `${outcome.output}\n${outcome.fullOutput ?? ''}`
}

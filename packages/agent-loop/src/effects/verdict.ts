import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts } from '../messages/contracts.js'
import type { Checker, CheckFinding, CheckRun } from '../ports/checker.js'
import type { Workspaces } from '../ports/workspaces.js'
import { assertionsIn, type Word, withWords } from '../state/attested.js'
import type { CheckData } from '../state/check-data.js'
import { argvsOf, type Objective } from '../state/state-file.js'
import type { CheckGate, CommandQuestion } from './check-gate.js'

export interface VerdictOptions {
  readonly workspaces: Workspaces
  readonly checker: Checker
  readonly gate: CheckGate
}

export interface VerdictRequest {
  readonly check: CheckData
  readonly words: readonly Word[]
  readonly objective: Pick<Objective, 'protected_files' | 'allowed_commands'>
  readonly people?: CommandQuestion['people']
}

type Found = Omit<PayloadOf<LoopContracts, 'Verdict'>, 'ticket' | 'proofs'>

/** Whether the base case holds in a copy of what stands that nobody works in, under an id of the workspaces that is free. */
export async function verdictIn(
  id: string,
  { check, words, objective, people }: VerdictRequest,
  { workspaces, checker, gate }: VerdictOptions,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const { directory } = await workspaces.open(id, 'reading', signal)
    const changed = await checker.changed(directory, objective.protected_files, signal)
    if (changed.length > 0) return tampered(changed)
    const commands = objective.allowed_commands
    const refusal = await gate(check, { commands, directory, of: 'the base case', people, signal })
    if (refusal !== null) return { passed: false, evidence: refusal, failures: [refusal], tampered: false }
    const parts = check.check === 'all' ? check.of : [check]
    const findings: CheckFinding[] = []
    const run = { directory, allowedCommands: argvsOf(objective), signal }
    for (const part of parts) findings.push(await findingOf(part, words, checker, run))
    return together(findings)
  } finally {
    await workspaces.discard(id)
  }
}

/** By what people said as far as that decides, else by code. */
export async function findingOf(
  part: CheckData,
  words: readonly Word[],
  checker: Checker,
  run: CheckRun,
): Promise<CheckFinding> {
  const left = withWords(part, words)
  if (typeof left !== 'boolean') return checker.run(left, run)
  const said = words.filter(({ text }) => assertionsIn(part).includes(text))
  const evidence = said.map(({ text, holds, by }) => `${by} says that it ${holds ? 'holds' : 'does not hold'}: ${text}`)
  return { pass: left, evidence: evidence.join('; ') }
}

function tampered(changed: readonly string[]): Found {
  const failures = changed.map((path) => `${path} was changed, added or removed, which decides whether the job is done`)
  return { passed: false, evidence: failures.join('; '), failures, tampered: true }
}

function together(findings: readonly CheckFinding[]): Found {
  const failures = findings.filter(({ pass }) => pass === false).map(({ evidence }) => evidence)
  const open = findings.filter(({ pass }) => pass === null).map(({ evidence }) => evidence)
  const evidence = [failures, open, findings.map((finding) => finding.evidence)].find((list) => list.length > 0) ?? []
  const passed = failures.length > 0 ? false : open.length > 0 ? null : true
  return { passed, evidence: evidence.join('; '), failures, tampered: false }
}

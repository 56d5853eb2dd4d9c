import { ArtooError } from '@artoo/spec'
import type { Journal, JournalLine, LeaseLine } from './journal.js'

/** Milliseconds that a task stays with a process that says nothing. */
export const defaultLeaseMs = 30_000

/**
 * Who has the task after one more line. Lines are in the journal's order, which is the same for everyone, so of two that claim a
 * task at once the first has it. Who has it may renew it; who has waited for its end may take it.
 */
export function leaseAfter(lease: LeaseLine | null, line: JournalLine): LeaseLine | null {
  if (line.kind === 'end' || line.kind === 'wait') return null
  if (line.kind !== 'lease') return lease
  const free = lease === null || lease.owner === line.owner || lease.until <= line.at
  return free || line.takesOver ? line : lease
}

export async function leaseIn(journal: Journal, taskId: string): Promise<LeaseLine | null> {
  let lease: LeaseLine | null = null
  for await (const line of journal.read(taskId)) lease = leaseAfter(lease, line)
  return lease
}

export interface Claim {
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  /** Whoever has it is known to be dead. */
  readonly takeOver: boolean
}

/**
 * Takes a task, or says who has it.
 *
 * @throws {ArtooError} `task_leased` when another process runs it, or was faster.
 */
export async function claimLease(journal: Journal, taskId: string, claim: Claim): Promise<LeaseLine> {
  const { owner, now, leaseMs, takeOver } = claim
  const before = await leaseIn(journal, taskId)
  if (before && before.owner !== owner && !takeOver && before.until > now) throw leased(taskId, before)
  const line: LeaseLine = { kind: 'lease', owner, at: now, until: now + leaseMs, ...(takeOver && { takesOver: true }) }
  await journal.append(taskId, [line])
  const after = await leaseIn(journal, taskId)
  if (after?.owner !== owner) throw leased(taskId, after ?? line)
  return line
}

function leased(taskId: string, { owner, until }: LeaseLine): ArtooError {
  const when = new Date(until).toISOString()
  const remedy = 'wait until then, or, if that process is dead, resume with takeOver: true'
  return new ArtooError('task_leased', `${taskId} is run by ${owner} until ${when} at least: ${remedy}`)
}

/** What was written by another process since would be mixed with what this one writes. */
export async function assertLease(journal: Journal, taskId: string, owner: string): Promise<void> {
  const lease = await leaseIn(journal, taskId)
  if (lease?.owner === owner) return
  const whose = lease ? `it is run by ${lease.owner} now` : 'it has ended or waits'
  throw new ArtooError('lease_lost', `this process was silent for too long with ${taskId}: ${whose}`)
}

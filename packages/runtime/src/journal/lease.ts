import { ArtooError, errorCode } from '@artoo/spec'
import { checkedLines } from './checked-lines.js'
import type { Journal, LeaseLine } from './journal.js'
import { type Ownership, ownershipIn } from './ownership.js'

/** Milliseconds that a task stays with a process that writes nothing. */
export const defaultLeaseMs = 30_000

export interface LeaseRequest {
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  /** Epoch of the owner that is presumed dead. */
  readonly takeOver?: number | undefined
}

/**
 * Claims a task, and reads back whether the claim was the first.
 *
 * @throws {ArtooError} `task_leased` when another process runs it, or was faster.
 */
export async function claimLease(journal: Journal, taskId: string, claim: LeaseRequest): Promise<void> {
  const { owner, now, leaseMs, takeOver } = claim
  const before = await ownershipIn(journal, taskId)
  const { epoch, lease } = before
  if (before.state === 'ended') return
  // An owner in this very process has left the run.
  const isDead = takeOver === epoch || before.owner === owner || hasGone(journal, before)
  if (lease !== null && lease.until > now && !isDead) throw leased(taskId, before, takeOver)
  const line: LeaseLine = {
    kind: 'lease',
    epoch: epoch + 1,
    owner,
    at: now,
    until: now + leaseMs,
    ...(isDead && { takesOver: epoch }),
    follows: before.check,
  }
  const { lines, texts } = checkedLines([line])
  try {
    await journal.append(taskId, lines, texts)
  } catch (error) {
    if (errorCode(error) !== 'lease_lost') throw error
  }
  const after = await ownershipIn(journal, taskId)
  const isOurs = after.epoch === line.epoch && after.owner === owner
  if (!isOurs && after.state !== 'ended') throw leased(taskId, after, takeOver)
}

/** Whether the owner of a run is a process that is dead beyond doubt. */
export function hasGone({ isGone }: Pick<Journal, 'isGone'>, { owner }: Pick<Ownership, 'owner'>): boolean {
  return owner !== null && (isGone?.(owner) ?? false)
}

function leased(taskId: string, { owner, lease, epoch }: Ownership, takeOver: number | undefined): ArtooError {
  const until = lease ? ` until ${new Date(lease.until).toISOString()} at least` : ''
  const earlier = takeOver === undefined || takeOver === epoch ? '' : `, not in epoch ${takeOver}`
  const remedy = `wait until then, or, if that process is dead, resume with takeOver: ${epoch}`
  return new ArtooError('task_leased', `${taskId} is run by ${owner} in epoch ${epoch}${earlier}${until}: ${remedy}`)
}

/** @throws {ArtooError} `lease_lost` when the task belongs to another epoch. */
export function assertOwner(
  taskId: string,
  own: { readonly owner: string; readonly epoch: number },
  now: Ownership,
): void {
  if (now.epoch === own.epoch && now.owner === own.owner) return
  const whose = now.lease ? `${now.owner} runs it in epoch ${now.epoch}` : 'it has ended or waits'
  throw new ArtooError('lease_lost', `${taskId} was taken over from epoch ${own.epoch}: ${whose}`)
}

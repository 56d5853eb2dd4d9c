import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '@artoo/spec'
import { heldError, holderOf, type LockHolder, markOfThisProcess, type PathLock, takeLock } from '@artoo/spec/node'
import type { StateFile } from '../../state/state-file.js'
import { readState } from './read-state.js'
import { removeDrafts } from './remove-drafts.js'

export interface StateLease extends PathLock {
  /** To be written into the state. */
  owner(): NonNullable<StateFile['owner']>
}

export interface LeaseOptions {
  readonly path: string
  readonly runId: string
  readonly clock: Clock
  readonly leaseMs: number
}

const error = { code: 'state_leased', remedy: 'stop that one first, or wait until it is gone' }

/** @throws {ArtooError} `state_leased` while another live process has it. */
export async function takeLease({ path, runId, clock, leaseMs }: LeaseOptions): Promise<StateLease> {
  const { pid, host } = markOfThisProcess()
  await mkdir(dirname(path), { recursive: true })
  const holder = await runnerOf(path, clock.now())
  if (holder?.isLive) throw heldError(path, holder, error)
  const lock = takeLock(path, { ...error, clock, leaseMs, note: runId })
  await removeDrafts(path)
  const owner = () => ({ run_id: runId, pid, host, lease_until: new Date(clock.now() + leaseMs).toISOString() })
  return { ...lock, owner }
}

/** The process that took the lease last. Its note is the id of the run. Null for a loop that no process left without an end. */
export async function runnerOf(path: string, now: number): Promise<LockHolder | null> {
  const holder = holderOf(path, now)
  if (holder) return holder
  // If every file but the state was deleted, so was the lease of a process that may still run.
  const owner = (await readState(path))?.owner
  if (!owner) return null
  const until = Date.parse(owner.lease_until)
  return { ...owner, note: owner.run_id, until, isLive: until > now }
}

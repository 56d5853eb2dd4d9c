import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ArtooError, type Clock } from '@artoo/spec'
import {
  createLease,
  currentLease,
  highestLease,
  leaseFile,
  type NumberedLease,
  removeLeasesBelow,
  rewriteLease,
} from './lease-files.js'
import { heldHere, isLive, type Owner, ownerNow } from './owner.js'
import { readState } from './read-state.js'
import { removeDrafts } from './remove-drafts.js'

export interface StateLease {
  readonly lost: AbortSignal
  /** To be written into the state. */
  owner(): Owner
  /** @throws {ArtooError} `state_leased` when another process has it by now. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

export interface LeaseOptions {
  readonly path: string
  readonly runId: string
  readonly clock: Clock
  readonly leaseMs: number
}

/** @throws {ArtooError} `state_leased` while another live process has it. */
export async function takeLease({ path, runId, clock, leaseMs }: LeaseOptions): Promise<StateLease> {
  const owner = () => ownerNow(runId, clock.now(), leaseMs)
  await mkdir(dirname(path), { recursive: true })
  const number = await nextNumber(path, clock.now())
  const key = leaseFile(path, number)
  if (heldHere.has(key)) throw leased(path, owner())
  heldHere.add(key)
  if (!(await createLease(path, number, owner()))) {
    heldHere.delete(key)
    throw leased(path, (await currentLease(path)).owner)
  }
  await removeLeasesBelow(path, number)
  await removeDrafts(path)

  const lost = new AbortController()
  const lose = (): ArtooError => {
    cancel()
    heldHere.delete(key)
    const error = new ArtooError('state_leased', `another process has taken ${path} over, since this one was silent`)
    lost.abort(error)
    return error
  }
  const assertHeld = async () => {
    if (lost.signal.aborted || (await highestLease(path)) !== number) throw lose()
  }
  const renew = async () => {
    try {
      await assertHeld()
      await rewriteLease(path, number, owner())
    } catch {
      // Lost, or the disk is full: the lease runs out, and the next write says why.
    }
    if (!lost.signal.aborted && heldHere.has(key)) cancel = next()
  }
  const next = () => clock.schedule(leaseMs / 3, () => void renew(), { background: true })
  let cancel = next()
  return {
    lost: lost.signal,
    owner,
    assertHeld,
    async release() {
      cancel()
      if (lost.signal.aborted) return
      heldHere.delete(key)
      if ((await highestLease(path)) === number) await rewriteLease(path, number, null)
    },
  }
}

export interface Holder extends NumberedLease {
  /** Its process is not known to be dead, and the lease has not run out. */
  readonly isLive: boolean
}

/** The process that took the lease last. */
export async function holderOf(path: string, now: number): Promise<Holder> {
  const { number, owner: named } = await currentLease(path)
  // If every file but the state was deleted, so was the lease of a process that may still run.
  const owner = number > 0 ? named : ((await readState(path))?.owner ?? null)
  return { number, owner, isLive: owner !== null && isLive(owner, path, now) }
}

async function nextNumber(path: string, now: number): Promise<number> {
  const { number, owner, isLive } = await holderOf(path, now)
  if (isLive) throw leased(path, owner)
  return number + 1
}

function leased(path: string, owner: Owner | null): ArtooError {
  const who = owner ? `process ${owner.pid} on ${owner.host} (run ${owner.run_id})` : 'another process'
  const until = owner ? ` Its lease ends at ${owner.lease_until} unless it is renewed.` : ''
  return new ArtooError(
    'state_leased',
    `${path} is run by ${who}: stop that one first, or wait until it is gone.${until}`,
  )
}

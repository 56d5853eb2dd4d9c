import { hostname } from 'node:os'
import type { StateFile } from '../../state/state-file.js'
import { isAlive } from '../is-alive.js'

export type Owner = NonNullable<StateFile['owner']>

const key = Symbol.for('artoo.agent-loop.held-states')
/** The leases that this process holds, each as its file; shared by all copies of this package. */
const shared = globalThis as { [key]?: Set<string> }
shared[key] ??= new Set()
export const heldHere = shared[key]

export function ownerNow(runId: string, now: number, leaseMs: number): Owner {
  return { run_id: runId, pid: process.pid, host: hostname(), lease_until: new Date(now + leaseMs).toISOString() }
}

/** Whether it still counts: it has not run out, and its process is not known to be dead. */
export function isLive({ pid, host, lease_until }: Owner, path: string, now: number): boolean {
  if (Date.parse(lease_until) <= now) return false
  if (host !== hostname()) return true
  // A container's process often has the number of the one before it.
  return pid === process.pid ? isHeldHere(path) : isAlive(pid)
}

const isHeldHere = (path: string) => [...heldHere].some((lease) => lease.startsWith(`${path}.lease.`))

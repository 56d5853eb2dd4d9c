import { firstCheck } from './checked-lines.js'
import type { Journal, JournalLine, JournalState, LeaseLine } from './journal.js'

/** The owner of a run, by the lines so far. */
export interface Ownership {
  /** Epoch of the owner, from 1; 0 before the first line. */
  readonly epoch: number
  /** Null before the first lease. */
  readonly owner: string | null
  /** Null when the run is free: no process has claimed it, or it waits or has ended. */
  readonly lease: LeaseLine | null
  readonly state: JournalState
  /** Number of lines, void ones included. */
  readonly lines: number
  /** The check of the owner's last line. */
  readonly check: string
}

const unowned: Ownership = { epoch: 0, owner: null, lease: null, state: 'running', lines: 0, check: firstCheck }

/**
 * The fold that every reader of a journal uses. Lines have one order for all, so all agree on the owner. A lease line
 * of the next epoch is a claim: the first valid one wins. It is valid if the run is free, if the lease is over at the
 * line's own time, or if the line names the current epoch as the one that it takes over. A line of any epoch but the
 * current one is void, and so is every line after the end.
 */
export interface OwnershipFold {
  readonly now: Ownership
  /** Takes in the next line. Returns false for a void one, which is not part of the run. */
  take(line: JournalLine): boolean
}

/** `before` is the state after the lines so far. @defaultValue before the first line */
export function ownershipFold(before: Ownership = unowned): OwnershipFold {
  let now = before

  function stands(line: JournalLine): boolean {
    if (now.state === 'ended') return false
    if (line.kind === 'start') return now.epoch === 0
    return line.kind === 'lease' ? claims(line) : line.epoch === now.epoch
  }

  function claims({ epoch, owner, at, takesOver }: LeaseLine): boolean {
    if (epoch === now.epoch) return now.owner === null || now.owner === owner
    const isFree = now.lease === null || now.lease.until <= at || takesOver === now.epoch
    return now.epoch > 0 && epoch === now.epoch + 1 && isFree
  }

  return {
    get now() {
      return now
    },
    take(line) {
      const isValid = stands(line)
      now = { ...(isValid ? { ...after(now, line), check: line.check } : now), lines: now.lines + 1 }
      return isValid
    },
  }
}

function after(before: Ownership, line: JournalLine): Ownership {
  switch (line.kind) {
    case 'start':
      return { ...before, epoch: line.epoch }
    case 'lease':
      return { ...before, epoch: line.epoch, owner: line.owner, lease: line, state: 'running' }
    case 'wait':
      return { ...before, lease: null, state: 'waiting' }
    case 'end':
      return { ...before, lease: null, state: 'ended' }
    case 'blob':
    case 'event':
      return before.state === 'running' ? before : { ...before, state: 'running' }
    default:
      return line satisfies never
  }
}

export async function ownershipIn(journal: Journal, taskId: string): Promise<Ownership> {
  const fold = ownershipFold()
  for await (const line of journal.read(taskId)) fold.take(line)
  return fold.now
}

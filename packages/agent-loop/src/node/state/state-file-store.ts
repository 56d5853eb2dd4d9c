import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ArtooError, assertOptions, type Clock, onAbort, systemClock, unheard } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import type { StateStore } from '../../ports/state-store.js'
import { askHolder } from './ask-holder.js'
import { readRevision, readState, validState } from './read-state.js'
import { leaveReply, takeRequests } from './request-files.js'
import { type StateLease, takeLease } from './state-lease.js'

export interface StateFileStoreOptions {
  /** @defaultValue the system's */
  readonly clock?: Clock | undefined
  /** Milliseconds that the file stays with a process that says nothing. @defaultValue 30_000 */
  readonly leaseMs?: number | undefined
  /** Milliseconds between two looks for requests. @defaultValue 500 */
  readonly pollMs?: number | undefined
}

/**
 * Keeps the state of a loop in one JSON file. Beside it stand `<path>.lock.<number>`, which names the process that runs the loop, and
 * `<path>.requests/`, in which others leave what they ask of it: both may be deleted when no process runs it. `<path>.artifacts/` holds texts that
 * were too long for it.
 *
 * @throws {ArtooError} `invalid_option`, whose `field` is the option at fault.
 */
export function stateFileStore(path: string, options: StateFileStoreOptions = {}): StateStore {
  assertOptions(options, ['clock', 'leaseMs', 'pollMs'], { of: 'stateFileStore' })
  const { clock = systemClock(), leaseMs = 30_000, pollMs = 500 } = options
  if (typeof path !== 'string' || path === '') throw invalidOption('path', 'is the path of a file')
  for (const [field, value] of Object.entries({ leaseMs, pollMs })) {
    if (!Number.isFinite(value) || value <= 0) throw invalidOption(field, 'is a number of milliseconds above 0')
  }
  // A later change of the current directory doesn't move it.
  const file = resolve(path)
  let lease: StateLease | null = null
  const held = (): StateLease => {
    if (lease) return lease
    throw new ArtooError('state_leased', `this process does not run ${file}: call acquire() first`)
  }
  return {
    read: () => readState(file),
    async acquire(runId) {
      lease = await takeLease({ path: file, runId, clock, leaseMs })
      return { lost: lease.lost }
    },
    async write(state) {
      const { owner, assertHeld } = held()
      const text = `${JSON.stringify(validState({ ...state, owner: owner() }, file), null, 2)}\n`
      assertHeld()
      const before = await readRevision(file)
      if (before !== null && before !== state.revision - 1) {
        const message = `${file} stands at revision ${before}, so ${state.revision} can't follow: read it again`
        throw new ArtooError('state_stale', message, { field: 'revision' })
      }
      await writeDurably(file, text).catch(async (error: unknown) => {
        // A process that takes over removes drafts.
        assertHeld()
        throw error
      })
    },
    async release() {
      const releasing = lease
      lease = null
      if (!releasing) return
      try {
        if (!releasing.lost.aborted) await withoutOwner(file)
      } finally {
        releasing.release()
      }
    },
    async keep(name, text) {
      const kept = `${file}.artifacts`
      await mkdir(kept, { recursive: true })
      await writeFile(join(kept, basename(name)), text)
      return join(basename(kept), basename(name))
    },
    request: (request, options) => askHolder(file, request, { ...options, clock, pollMs }),
    requests(onRequest, signal) {
      const runId = () => (lease && !lease.lost.aborted ? lease.owner().run_id : null)
      poll({ file, clock, pollMs, onRequest, signal, runId })
    },
  }
}

async function withoutOwner(file: string): Promise<void> {
  const state = await readState(file)
  if (state?.owner) await writeDurably(file, `${JSON.stringify({ ...state, owner: null }, null, 2)}\n`)
}

interface Polling {
  readonly file: string
  readonly clock: Clock
  readonly pollMs: number
  readonly onRequest: Parameters<StateStore['requests']>[0]
  readonly signal: AbortSignal
  /** The run that holds the lease; null without one. */
  readonly runId: () => string | null
}

function poll({ file, clock, pollMs, onRequest, signal, runId }: Polling): void {
  if (signal.aborted) return
  const look = async () => {
    try {
      const run = runId()
      if (run === null) return
      for await (const { name, request } of takeRequests(file, run, clock.now())) {
        // Not waited for: a stop is heard while a change is talked over. An answer that can't be written is the end of the run to who waits.
        unheard(onRequest(request).then((reply) => leaveReply(file, name, reply)))
        if (signal.aborted) return
      }
    } catch {
      // A request that can't be read now may be readable at the next look.
    } finally {
      if (!signal.aborted) cancel = next()
    }
  }
  const next = () => clock.schedule(pollMs, () => void look(), { background: true })
  let cancel = next()
  onAbort(signal, () => cancel())
}

const invalidOption = (field: string, why: string) =>
  new ArtooError('invalid_option', `stateFileStore: ${field} ${why}`, { field })

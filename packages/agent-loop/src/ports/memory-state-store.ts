import { ArtooError, systemClock, within } from '@artoo/spec'
import type { StateFile } from '../state/state-file.js'
import type { LoopReply, LoopRequest, StateStore } from './state-store.js'

/** A state that lives as long as the process: for tests, and for loops that need not outlive it. */
export function memoryStateStore(
  initial: StateFile | null = null,
): StateStore & { readonly kept: ReadonlyMap<string, string> } {
  let state = initial
  let holder: string | null = null
  const kept = new Map<string, string>()
  const listeners = new Set<(request: LoopRequest) => Promise<LoopReply>>()
  return {
    kept,
    read: async () => state,
    async acquire(runId) {
      if (holder !== null) throw new ArtooError('state_leased', `${holder} has the loop`)
      holder = runId
      return { lost: new AbortController().signal }
    },
    async write(next) {
      if (holder === null) throw new ArtooError('state_leased', 'a state is written under the lease: acquire it first')
      const expected = (state?.revision ?? -1) + 1
      if (state && next.revision !== expected) {
        throw new ArtooError('state_stale', `revision ${next.revision} does not follow ${state.revision}`)
      }
      state = next
    },
    async release() {
      holder = null
    },
    async keep(name, text) {
      kept.set(name, text)
      return name
    },
    async request(request, { signal = new AbortController().signal, timeoutMs = 3_600_000 } = {}) {
      const [listener] = listeners
      if (!listener) throw new ArtooError('loop_not_running', 'the loop does not run: start it first')
      return within(signal, { clock: systemClock(), timeoutMs, code: 'request_timeout' }, () => listener(request))
    },
    requests(onRequest, signal) {
      listeners.add(onRequest)
      signal.addEventListener('abort', () => listeners.delete(onRequest), { once: true })
    },
  }
}

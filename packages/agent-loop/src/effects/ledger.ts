import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import type { LoopContracts } from '../messages/contracts.js'
import { applied } from '../state/applied.js'
import type { StateFile } from '../state/state-file.js'
import type { StateStore } from '../state-store.js'

/** The state as it is written: the fold of the commits. */
export interface Ledger {
  readonly state: StateFile
  /** Resolves when all that was committed so far is written: nothing is done about it before. */
  written(): Promise<void>
}

export function createLedger(
  store: StateStore,
  initial: StateFile,
): { readonly ledger: Ledger; readonly effect: Effect } {
  let state = initial
  let writing: Promise<void> = Promise.resolve()
  const ledger: Ledger = {
    get state() {
      return state
    },
    written: () => writing,
  }
  return {
    ledger,
    effect: effect({
      actor: 'ledger',
      unanswered: 'reissue',
      answers: { Commit: [] },
      bind(port: Port<LoopContracts, 'ledger'>) {
        port.receive(async ({ payload: { revision, at, events } }) => {
          const folded = events.reduce((before, event) => applied(before, event, at), state)
          const next = { ...folded, revision }
          state = next
          writing = writing.then(() => store.write(next))
          await writing
        })
      },
    }),
  }
}

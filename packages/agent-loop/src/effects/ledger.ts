import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import { onAbort, unheard } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import type { StateStore } from '../ports/state-store.js'
import { applied } from '../state/applied.js'
import type { StateFile } from '../state/state-file.js'

/** The state as it is written: the fold of the commits. */
export interface Ledger {
  readonly state: StateFile
  /** Resolves when all that was committed so far is written: nothing is done about it before. */
  written(): Promise<void>
}

/** Counts what a run spends, so that it stands in the state. */
export interface TokenCounter {
  /** Adds the tokens of a call that is over. */
  add(tokens: number): void
  /** Writes what was counted after the coordinator had ended. */
  settle(at: string): Promise<void>
}

export interface LedgerOptions {
  readonly store: StateStore
  readonly initial: StateFile
  /** The most tokens of this run, by the state. */
  readonly tokensFor: (state: StateFile) => number | undefined
}

export function createLedger({ store, initial, tokensFor }: LedgerOptions): {
  readonly ledger: Ledger
  readonly counter: TokenCounter
  readonly effect: Effect
} {
  let state = initial
  let spent = 0
  let writing: Promise<void> = Promise.resolve()
  let publish: Port<LoopContracts, 'ledger'>['publish'] | null = null
  const write = (next: StateFile): Promise<void> => {
    state = next
    writing = writing.then(() => store.write(next))
    return writing
  }
  return {
    ledger: {
      get state() {
        return state
      },
      written: () => writing,
    },
    counter: {
      add(tokens) {
        if (tokens === 0) return
        spent += tokens
        unheard(publish?.({ type: 'Spent', to: 'coordinator', payload: { tokens: spent } }))
      },
      async settle(at) {
        // A state that can't be written has already been reported by the run.
        const isWritten = await writing.then(
          () => true,
          () => false,
        )
        const tokens = spent - (state.control.tokens_used - initial.control.tokens_used)
        if (!isWritten || tokens === 0) return
        await write({ ...applied(state, { type: 'tokens_used', tokens }, at), revision: state.revision + 1 })
      },
    },
    effect: effect({
      actor: 'ledger',
      unanswered: 'reissue',
      answers: { Commit: [] },
      bind(port: Port<LoopContracts, 'ledger'>, { signal, budget }) {
        publish = port.publish
        onAbort(signal, () => {
          publish = null
        })
        port.receive(async ({ payload: { revision, at, events } }) => {
          const folded = events.reduce((before, event) => applied(before, event, at), state)
          // An agreed change of the limit counts at once.
          if (tokensFor(folded) !== tokensFor(state)) budget.limit({ tokens: tokensFor(folded) })
          await write({ ...folded, revision })
        })
      },
    }),
  }
}

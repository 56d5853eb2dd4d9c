import type { PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import { onAbort, unheard } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import type { StateStore } from '../ports/state-store.js'
import type { Ledger } from './ledger.js'

type Redirect = PayloadOf<LoopContracts, 'RedirectAsked'>
type Settled = PayloadOf<LoopContracts, 'RedirectSettled'>

/** A person's hand on a loop that runs. */
export interface Person {
  stop(reason: string | null): void
  /** Resolves when the change of course is written, or it is clear that there is none. */
  redirect(redirect: Redirect): Promise<Settled>
  cancelRedirect(): void
}

/** Hands on what people want of the loop: in this process, or by a request that another one left. */
export function personEffect(
  store: Pick<StateStore, 'requests'>,
  ledger: Pick<Ledger, 'written'>,
): {
  readonly person: Person
  readonly effect: Effect
} {
  let publish: Port<LoopContracts, 'person'>['publish'] | null = null
  /** The pending requests, in order: the coordinator settles one change after the other. */
  const waiting: ((settled: Settled) => void)[] = []
  const hasEnded: Settled = { applied: false, refusal: 'the loop has ended' }
  const person: Person = {
    stop: (reason) => unheard(publish?.({ type: 'StopAsked', to: 'coordinator', payload: { reason } })),
    redirect(payload) {
      return new Promise((resolve) => {
        if (!publish) return resolve(hasEnded)
        waiting.push(resolve)
        publish({ type: 'RedirectAsked', to: 'coordinator', payload })
      })
    },
    cancelRedirect: () => unheard(publish?.({ type: 'RedirectCancelled', to: 'coordinator', payload: {} })),
  }
  return {
    person,
    effect: effect({
      actor: 'person',
      unanswered: 'reissue',
      answers: { RedirectSettled: [] },
      bind(port: Port<LoopContracts, 'person'>, { signal }) {
        publish = port.publish
        onAbort(signal, () => {
          publish = null
          for (const resolve of waiting.splice(0)) resolve(hasEnded)
        })
        port.receive(({ payload }) => {
          const settle = waiting.shift()
          // A change that can't be written ends the loop.
          ledger.written().then(
            () => settle?.(payload),
            () => settle?.(hasEnded),
          )
        })
        store.requests(async (request) => {
          if (request.type === 'redirect') return person.redirect({ text: request.text, change: request.change })
          person.stop(request.reason)
          return { refusal: null }
        }, signal)
      },
    }),
  }
}

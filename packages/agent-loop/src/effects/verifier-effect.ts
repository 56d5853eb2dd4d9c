import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import type { LoopContracts } from '../messages/contracts.js'
import type { Ledger } from './ledger.js'
import { type VerdictOptions, verdictIn } from './verdict.js'

export interface VerifierEffectOptions extends VerdictOptions {
  readonly ledger: Ledger
}

/** Decides the base case. It is told the check and nothing of the work. */
export function verifierEffect({ ledger, ...options }: VerifierEffectOptions): Effect {
  return effect({
    actor: 'verifier',
    unanswered: 'reissue',
    bind(port: Port<LoopContracts, 'verifier'>, { signal, mayBegin, people }) {
      port.receive(async ({ id, payload: { ticket, check } }) => {
        if (!(await mayBegin())) return
        await ledger.written()
        try {
          const { objective } = ledger.state
          const found = await verdictIn(`verify-${ticket}`, { check, objective, people }, options, signal)
          if (signal.aborted) return
          port.publish({ type: 'Verdict', to: 'coordinator', payload: { ticket, ...found } }, { causationId: id })
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
    },
  })
}

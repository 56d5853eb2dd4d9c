import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import type { LoopContracts } from '../messages/contracts.js'
import type { Ledger } from './ledger.js'
import { ownCheck } from './own-check.js'
import { type VerdictOptions, verdictIn } from './verdict.js'

export interface VerifierEffectOptions extends VerdictOptions {
  readonly ledger: Ledger
}

/** Decides the base case, and after it the checks that are due, each in a copy of its own. It is told checks and nothing of the work. */
export function verifierEffect({ ledger, ...options }: VerifierEffectOptions): Effect {
  return effect({
    actor: 'verifier',
    unanswered: 'reissue',
    bind(port: Port<LoopContracts, 'verifier'>, { signal, mayBegin, people }) {
      port.receive(async ({ id, payload: { ticket, check, words, due } }) => {
        if (!(await mayBegin())) return
        await ledger.written()
        try {
          const { objective } = ledger.state
          const found = await verdictIn(`verify-${ticket}`, { check, words, objective, people }, options, signal)
          const proofs: { readonly atom: string; readonly fault: string | null }[] = []
          for (const [index, { atom, check: own }] of due.entries()) {
            const asked = { check: own, of: atom, words, objective, people }
            const { fault } = await ownCheck(`verify-${ticket}-${index + 1}`, asked, options, signal)
            proofs.push({ atom, fault })
          }
          if (signal.aborted) return
          const payload = { ticket, ...found, proofs }
          port.publish({ type: 'Verdict', to: 'coordinator', payload }, { causationId: id })
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
    },
  })
}

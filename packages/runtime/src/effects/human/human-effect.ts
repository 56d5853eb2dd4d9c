import type { Port } from '@artoo/bus'
import { type Effect, effect } from '../../effect.js'
import type { RunContracts } from '../../run/run-contracts.js'
import type { HumanContracts } from './human-contracts.js'

type Contracts = HumanContracts<string> & RunContracts<string>

/** Puts questions before the people behind the host's `clarify` and `confirm`, while the run's clock stands still. */
export function humanEffect(): Effect {
  return effect({
    actor: 'host',
    unanswered: 'reissue',
    bind(port: Port<Contracts, 'host'>, { signal, people, time, controller, mayBegin }) {
      function reportWaiting(): void {
        const waitedMs = time.waitedMs()
        if (waitedMs > 0) port.publish({ type: 'Waited', to: controller, payload: { waitedMs } })
      }

      port.receive(async (message) => {
        const causedBy = { causationId: message.id }
        switch (message.type) {
          case 'ClarificationRequest': {
            if (!(await mayBegin())) return
            const payload = await people.clarify(message.payload.questions)
            if (signal.aborted) return
            reportWaiting()
            port.publish({ type: 'ClarificationAnswer', to: message.from, payload }, causedBy)
            return
          }
          case 'ConfirmationRequest': {
            if (!(await mayBegin())) return
            const { callId, key: _, ...request } = message.payload
            const answer = await people.confirm(request, callId)
            if (signal.aborted) return
            reportWaiting()
            port.publish({ type: 'ConfirmationAnswer', to: 'tools', payload: { callId, ...answer } }, causedBy)
          }
        }
      })
    },
  })
}

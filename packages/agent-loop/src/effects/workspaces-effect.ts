import type { MessageFrom, Port } from '@artoo/bus'
import { type Effect, effect, type Incoming } from '@artoo/runtime'
import type { LoopContracts } from '../messages/contracts.js'
import type { Workspaces } from '../ports/workspaces.js'
import type { Ledger } from './ledger.js'

/** Keeps the line of work, one thing after the other: nothing of it is moved before what led to it is written. */
export function workspacesEffect({
  workspaces,
  ledger,
}: {
  readonly workspaces: Workspaces
  readonly ledger: Ledger
}): Effect {
  return effect({
    actor: 'workspaces',
    unanswered: 'reissue',
    bind(port: Port<LoopContracts, 'workspaces'>, { signal, mayBegin }) {
      let last: Promise<void> = Promise.resolve()
      port.receive((message) => {
        last = last.then(async () => {
          if (!(await mayBegin())) return
          await ledger.written()
          const answer = await answerTo(message, workspaces, signal)
          if (!signal.aborted) port.publish(answer, { causationId: message.id })
        })
        return last
      })
    },
  })
}

async function answerTo(
  message: Incoming<LoopContracts, 'workspaces'>,
  workspaces: Workspaces,
  signal: AbortSignal,
): Promise<MessageFrom<LoopContracts, 'workspaces'>> {
  const { ticket } = message.payload
  switch (message.type) {
    case 'Prepare': {
      const { head } = await workspaces.prepare(message.payload.loop, message.payload.head, signal)
      return { type: 'Prepared', to: 'coordinator', payload: { ticket, head } }
    }
    case 'Integrate': {
      const { launch, claim, message: text } = message.payload
      const result = await workspaces.integrate(launch, { claim, message: text })
      return { type: 'Integrated', to: 'coordinator', payload: { ticket, launch, result } }
    }
    case 'Revert': {
      const { head, residual } = await workspaces.revert(message.payload.commits)
      return { type: 'Reverted', to: 'coordinator', payload: { ticket, head, residual: [...residual] } }
    }
    default:
      return message satisfies never
  }
}

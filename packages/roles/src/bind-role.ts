import { errorCode, errorMessage } from '@artoo/spec'

type Failure = {
  readonly type: 'RoleFailure'
  readonly to: 'R7'
  readonly payload: { readonly code: string; readonly message: string }
}

/** What a role needs of a `Port`; every role's port accepts its `RoleFailure`. */
interface RolePort<Incoming, Outgoing> {
  receive(handler: (message: Incoming) => void): unknown
  publish(message: Outgoing | Failure, options: { readonly causationId: string }): unknown
}

interface Decider<State, Incoming, Outgoing> {
  readonly initial: State
  decide(state: State, message: Incoming): readonly [State, readonly Outgoing[]]
}

/**
 * Connects a role to its port: each message is decided in turn, and what the role wants sent is published. The state
 * moves on once all of it went out. A role that throws, or wants to send what it may not, reports that to the
 * controller, which ends the task; a report that can't be handled is left to the bus to log.
 */
export function bindRole<State, Incoming extends { readonly id: string; readonly type: string }, Outgoing>(
  role: Decider<State, Incoming, Outgoing>,
  port: RolePort<Incoming, Outgoing>,
): void {
  let state = role.initial
  port.receive((message) => {
    const options = { causationId: message.id }
    try {
      const [next, outgoing] = role.decide(state, message)
      for (const item of outgoing) port.publish(item, options)
      state = next
    } catch (error) {
      // The controller reports to itself: without this it would report its failure to report, for ever.
      if (message.type === 'RoleFailure') throw error
      port.publish(failureOf(error), options)
    }
  })
}

function failureOf(error: unknown): Failure {
  const code = errorCode(error) ?? 'role_failed'
  const message = errorMessage(error)
  return { type: 'RoleFailure', to: 'R7', payload: { code, message } }
}

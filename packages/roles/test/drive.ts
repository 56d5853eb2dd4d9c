import type { PayloadOf } from '@artoo/bus'
import type { ArtooContracts } from '../src/index.js'
import type { ArtooEvent } from '../src/messages/contracts.js'

type TypeOf = ArtooEvent['type']

/** An envelope as the bus would deliver it. */
export function message<T extends TypeOf>(
  type: T,
  payload: PayloadOf<ArtooContracts, T>,
  { at = 1_000, from = 'someone', to = 'someone', taskId = 'task' } = {},
): Extract<ArtooEvent, { type: T }> {
  return { id: `of-${type}`, seq: 1, taskId, causationId: null, from, to, type, at, payload } as Extract<
    ArtooEvent,
    { type: T }
  >
}

interface Sent {
  readonly type: string
  readonly to: string
  readonly payload: unknown
}

interface AnyRole<State> {
  readonly initial: State
  decide(state: State, message: never): readonly [State, readonly Sent[]]
}

/** A role by hand: `tell` folds one message into its state and gives what it wants sent. */
export function drive<State>(role: AnyRole<State>) {
  let state = role.initial
  return {
    tell<T extends TypeOf>(
      type: T,
      payload: PayloadOf<ArtooContracts, T>,
      envelope: { readonly at?: number; readonly from?: string } = {},
    ): readonly Sent[] {
      const [next, sent] = role.decide(state, message(type, payload, envelope) as never)
      state = next
      return sent
    },
  }
}

/** The payloads of the messages of one type. */
export function payloadsOf<T extends TypeOf>(sent: readonly Sent[], type: T): readonly PayloadOf<ArtooContracts, T>[] {
  return sent.flatMap((item) => (item.type === type ? [item.payload as PayloadOf<ArtooContracts, T>] : []))
}

/** The payload of the only message of that type. */
export function payloadOf<T extends TypeOf>(sent: readonly Sent[], type: T): PayloadOf<ArtooContracts, T> {
  const [payload, second] = payloadsOf(sent, type)
  if (payload === undefined || second !== undefined) {
    throw new Error(`expected one ${type}, got: ${sent.map((item) => item.type).join(', ') || 'nothing'}`)
  }
  return payload
}

/** `type → recipient`, in order. */
export function routesOf(sent: readonly Sent[]): readonly string[] {
  return sent.map(({ type, to }) => `${type} → ${to}`)
}

/** The data that a role's model is told, out of the briefing. */
export function briefOf(sent: readonly Sent[]): Record<string, unknown> {
  const user = payloadOf(sent, 'ModelRequest').messages.find(({ role }) => role === 'user')
  return JSON.parse(user?.content ?? 'null') as Record<string, unknown>
}

/** The last thing that a model is told. */
export function lastWordOf(sent: readonly Sent[]): string {
  return payloadOf(sent, 'ModelRequest').messages.at(-1)?.content ?? ''
}

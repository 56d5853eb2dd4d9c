import type { Envelope } from './envelope.js'

/** A message that the bus refused to carry. It reaches no actor; the log and the taps see this instead. */
export interface Refusal {
  readonly code: 'message_forbidden' | 'message_invalid'
  readonly from: string
  readonly to: string
  readonly type: string
  readonly reason: string
}

/** A handler that threw. The message counts as delivered; other handlers are not affected. */
export interface HandlerFailure {
  readonly actor: string
  readonly messageId: string
  readonly type: string
  readonly message: string
}

/** What the bus itself has to say: seen by the log and the taps, addressed to nobody. */
export type Notice = Envelope<'bus.refused', Refusal> | Envelope<'bus.handler_failed', HandlerFailure>

export function isNotice(envelope: Envelope): envelope is Notice {
  return envelope.from === 'bus'
}

import type { Envelope } from './envelope.js'

/** A message that the bus refused to carry. No actor receives it; the log and the taps receive this notice instead. */
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

/** A notice of the bus itself. The log and the taps receive it; it is addressed to no actor. */
export type Notice = Envelope<'bus.refused', Refusal> | Envelope<'bus.handler_failed', HandlerFailure>

export function isNotice(envelope: Envelope): envelope is Notice {
  return envelope.from === 'bus'
}

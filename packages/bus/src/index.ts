export { admitted } from './admitted.js'
export { type Bus, type BusOptions, createBus } from './bus.js'
export {
  type Contract,
  type Contracts,
  contract,
  type EnvelopeOf,
  type InputOf,
  type MessageFrom,
  type PayloadOf,
  type ReceivedBy,
  type RecipientOf,
  type Route,
  type SentBy,
} from './contract.js'
export type { Envelope } from './envelope.js'
export type { ErrorCode } from './error-codes.js'
export { frozenCopy } from './frozen-copy.js'
export { type HandlerFailure, isNotice, type Notice, type Refusal } from './notice.js'
export type { Port, PortScope, PublishOptions } from './port.js'
export type { Tap, TapOptions } from './tap.js'

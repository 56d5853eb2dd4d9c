import { ArtooError } from '@artoo/spec'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Envelope } from './envelope.js'

/** A sender and a receiver that a message may go between. */
export type Route = readonly [from: string, to: string]

/** One message type: the shape of its payload and the routes it may take. */
export interface Contract<S extends StandardSchemaV1 = StandardSchemaV1, R extends Route = Route> {
  readonly payload: S
  readonly routes: readonly R[]
}

export type Contracts = Readonly<Record<string, Contract>>

/** Declares a message type; the routes are kept as literal types, so that ports can be checked at compile time. */
export function contract<S extends StandardSchemaV1, const R extends Route>(
  payload: S,
  routes: readonly R[],
): Contract<S, R> {
  return { payload, routes }
}

/**
 * Asserts that no contract uses the names of the bus's own notices: types that begin with `bus.` and the sender `bus`.
 */
export function assertContracts(contracts: Contracts): void {
  for (const [type, { routes }] of Object.entries(contracts)) {
    if (type.startsWith('bus.') || routes.some(([from]) => from === 'bus')) {
      throw new ArtooError('invalid_contract', `${type}: the name "bus" is the bus's own; choose another`, {
        field: type,
      })
    }
  }
}

type TypeOf<C extends Contracts> = keyof C & string
type RouteOf<C extends Contracts, T extends TypeOf<C>> = C[T]['routes'][number]

/** The message types that `Actor` may send. */
export type SentBy<C extends Contracts, Actor extends string> = {
  [T in TypeOf<C>]: Extract<RouteOf<C, T>, readonly [Actor, string]> extends never ? never : T
}[TypeOf<C>]

/** The actors to which `Actor` may send messages of type `T`. */
export type RecipientOf<C extends Contracts, Actor extends string, T extends TypeOf<C>> = Extract<
  RouteOf<C, T>,
  readonly [Actor, string]
>[1]

export type PayloadOf<C extends Contracts, T extends TypeOf<C>> = StandardSchemaV1.InferOutput<C[T]['payload']>

/** The payload as a sender gives it, before the schema has filled in its defaults. */
export type InputOf<C extends Contracts, T extends TypeOf<C>> = StandardSchemaV1.InferInput<C[T]['payload']>

type Routed<C extends Contracts, T extends TypeOf<C>> = Envelope<T, PayloadOf<C, T>> & {
  readonly from: RouteOf<C, T>[0]
  readonly to: RouteOf<C, T>[1]
}

/** Every envelope that the contracts allow: a union discriminated by `type`. */
export type EnvelopeOf<C extends Contracts> = { [T in TypeOf<C>]: Routed<C, T> }[TypeOf<C>]

/** The envelopes that can reach `Actor`: a union discriminated by `type`. */
export type ReceivedBy<C extends Contracts, Actor extends string> = {
  [T in TypeOf<C>]: Extract<RouteOf<C, T>, readonly [string, Actor]> extends never ? never : Routed<C, T>
}[TypeOf<C>]

/** A message that `Actor` may send: a union discriminated by `type`. */
export type MessageFrom<C extends Contracts, Actor extends string> = {
  [T in SentBy<C, Actor>]: {
    readonly type: T
    readonly to: RecipientOf<C, Actor, T>
    readonly payload: InputOf<C, T>
  }
}[SentBy<C, Actor>]

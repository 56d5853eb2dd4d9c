import { admitted, type Contracts, type Envelope } from '@artoo/bus'
import { firstDifference } from '../journal/first-difference.js'
import type { Redact } from '../journal/redact.js'
import { redacted } from '../journal/redacted.js'
import { type AnyDecider, decideOnce, type ReportFailure } from '../scope/decider.js'

export interface RefoldInput {
  readonly contracts: Contracts
  readonly deciders: readonly AnyDecider[]
  readonly reportFailure: ReportFailure | undefined
  readonly events: readonly Envelope[]
  /** The redaction that was applied to the log. */
  readonly redact?: Redact | undefined
  /** Ids of events that were replaced, which the deciders need not have sent. */
  readonly edited?: readonly string[] | undefined
  /** Whether a message with another content leads the same way nevertheless. @defaultValue never */
  readonly sameWay?: ((logged: Emission, instead: Emission) => boolean) | undefined
}

/** A message that a decider sends. */
export type Emission = Pick<Envelope, 'from' | 'to' | 'type' | 'payload' | 'causationId'>

/** A message, and the messages that a decider sent because of it. */
export interface RefoldedDecision {
  /** The id of the message in the log. */
  readonly eventId: string
  readonly seq: number
  readonly actor: string
  readonly on: string
  readonly sent: readonly Emission[]
}

/** The first difference between the log and the messages of the deciders. */
export interface Parting {
  /** The id of the event in the log. */
  readonly eventId: string
  readonly seq: number
  readonly logged: Emission
  /** The message in its place; null when there is none. */
  readonly instead: Emission | null
  /** The path to the difference, such as `payload.directive`. */
  readonly where: string
}

export interface Refolded {
  /** The state of each decider after all events of the log, by actor. */
  readonly states: ReadonlyMap<string, unknown>
  /** Messages that were decided and are not in the log, because of a crash. */
  readonly unsent: readonly Emission[]
  readonly decisions: readonly RefoldedDecision[]
  readonly parting: Parting | null
}

/**
 * Runs the deciders over a log, without a model, tool or clock. Messages are decided in the log's order, and sent
 * messages stand in the log in the order of the decisions, so the log holds the first part of all messages that they
 * send. The first event that a decider should have sent and didn't is the parting; the fold ends there.
 */
export function refold(input: RefoldInput): Refolded {
  const { contracts, deciders, reportFailure, events, edited = [] } = input
  const byActor = new Map(deciders.map((decider) => [decider.actor, decider]))
  const states = new Map<string, unknown>(deciders.map(({ actor, initial }) => [actor, initial]))
  const decisions: RefoldedDecision[] = []
  const expected: Emission[] = []

  for (const event of events) {
    if (byActor.has(event.from)) {
      const instead = expected.shift() ?? null
      const where = edited.includes(event.id) ? null : differenceOf(event, instead, input)
      if (where !== null) {
        const { id: eventId, seq, from, to, type, payload, causationId } = event
        const parting = { eventId, seq, logged: { from, to, type, payload, causationId }, instead, where }
        return { states, unsent: [], decisions, parting }
      }
    }
    const decider = byActor.get(event.to)
    if (!decider) continue
    const sent: Emission[] = []
    const { actor } = decider
    const send = (item: unknown) => {
      const message = { ...(item as Emission), from: actor, causationId: event.id }
      sent.push({ ...message, payload: admitted(contracts, message) })
    }
    try {
      states.set(actor, decideOnce(decider, states.get(actor), event, reportFailure, send))
    } catch {
      // The log has this failure already, and the run was ended.
    }
    decisions.push({ eventId: event.id, seq: event.seq, actor, on: event.type, sent })
    expected.push(...sent)
  }
  return { states, unsent: expected, decisions, parting: null }
}

function differenceOf(
  { from, to, type, payload, causationId }: Envelope,
  instead: Emission | null,
  { redact, sameWay }: RefoldInput,
): string | null {
  if (!instead) return 'it'
  const logged = { from, to, type, causationId, payload }
  const { from: sender, to: recipient, type: kind, causationId: cause } = instead
  const emitted = { from: sender, to: recipient, type: kind, causationId: cause, payload: instead.payload }
  const where = firstDifference(logged, emitted)
  if (where === null || sameWay?.(logged, emitted)) return null
  return redact ? firstDifference(logged, redacted(emitted, redact), '', true) : where
}

import { admitted, type Contracts, type Envelope } from '@artoo/bus'
import { type AnyDecider, decideOnce, type ReportFailure } from '../decider.js'
import type { Redact } from '../journal/redact.js'
import { redacted } from '../journal/redacted.js'
import { firstDifference } from './first-difference.js'

export interface RefoldInput {
  readonly contracts: Contracts
  readonly deciders: readonly AnyDecider[]
  readonly reportFailure: ReportFailure | undefined
  readonly events: readonly Envelope[]
  /** As it was applied to the log. */
  readonly redact?: Redact | undefined
  /** Ids of events of another's making, which no decider has to account for. */
  readonly edited?: readonly string[] | undefined
  /** Whether a message that says something else goes the same way nevertheless. @defaultValue never */
  readonly sameWay?: ((logged: Emission, instead: Emission) => boolean) | undefined
}

/** What a decider wants sent. */
export type Emission = Pick<Envelope, 'from' | 'to' | 'type' | 'payload' | 'causationId'>

/** A message and what came of it. */
export interface RefoldedDecision {
  /** Of the message, in the log. */
  readonly eventId: string
  readonly seq: number
  readonly actor: string
  readonly on: string
  readonly sent: readonly Emission[]
}

/** Where the log and the deciders part. */
export interface Parting {
  /** Of the event in the log. */
  readonly eventId: string
  readonly seq: number
  readonly logged: Emission
  /** What is sent in its place; null when it is not sent. */
  readonly instead: Emission | null
  /** Where in them, `payload.directive`. */
  readonly where: string
}

export interface Refolded {
  /** Of each decider, after all that the log has. */
  readonly states: ReadonlyMap<string, unknown>
  /** What was decided and is not in the log: a crash came between. */
  readonly unsent: readonly Emission[]
  readonly decisions: readonly RefoldedDecision[]
  readonly parting: Parting | null
}

/**
 * Runs the deciders over a log, without anything else: no model, tool or clock. Messages are decided in the log's order, and
 * what is sent stands in the log in the order of the decisions, so the log holds a beginning of all that they send. The first event
 * that a decider should have sent and doesn't is where they part; there it ends.
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
      // It has been told of in the log, and the run was ended.
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

import type { Contracts, Envelope } from '@artoo/bus'
import type { BudgetUse } from '@artoo/llm'
import { ArtooError } from '@artoo/spec'
import { callsIn } from '../effects/usage.js'
import type { RunLog } from '../journal/read-run.js'
import type { Redact } from '../journal/redact.js'
import type { RunRecord } from '../journal/run-record.js'
import type { AnyDecider } from '../scope/decider.js'
import type { Effect } from '../scope/effect.js'
import type { System } from '../scope/system.js'
import type { Difference } from './circumstances.js'
import { type Emission, refold } from './refold.js'
import { type UnansweredRequest, unansweredIn } from './unanswered.js'

/** The earlier part of a run that is resumed. */
export interface Past {
  readonly events: readonly Envelope[]
  /** The states of the deciders after all events, by actor. */
  readonly states: ReadonlyMap<string, unknown>
  /** Messages that were decided and are not in the log yet. */
  readonly unsent: readonly Emission[]
  readonly unanswered: readonly UnansweredRequest[]
  /** The message to the host that ended it, when there is one. */
  readonly result: Envelope | undefined
  /** Ids of events that a fork replaced. */
  readonly edited: readonly string[]
  /** The one of them that was replaced for this process: the action that it allows has not been carried out. */
  readonly decidedNow?: string | undefined
  /** The differences between the circumstances at the beginning and those now. */
  readonly differences?: readonly Difference[] | undefined
  readonly used: BudgetUse
  /** Milliseconds that the run worked, and that it waited for people. */
  readonly workedMs: number
  readonly waitedMs: number
}

interface PastInput {
  readonly taskId: string
  readonly log: RunLog
  readonly record: RunRecord
  readonly system: System<Contracts, string, string>
  readonly deciders: readonly AnyDecider[]
  readonly effects: readonly Effect[]
  readonly redact: Redact | undefined
  readonly now: number
}

/**
 * Folds the deciders over a log up to their last states.
 *
 * @throws {ArtooError} `nondeterministic` when they would have sent another message than the log has.
 */
export function pastOf({ taskId, log, record, system, deciders, effects, redact, now }: PastInput): Past {
  const { events } = log
  const { contracts, reportFailure } = system
  const { edited = [] } = record.fork ?? {}
  const { states, unsent, parting } = refold({ contracts, deciders, reportFailure, events, redact, edited })
  if (parting) {
    const { seq, logged, instead, where, eventId } = parting
    const now = instead ? `they now send ${instead.type} to ${instead.to}` : 'they now send nothing'
    const what = `event ${seq} of ${taskId}, ${logged.type} from ${logged.from} (${eventId}), is not what the deciders decide`
    const remedy = 'resume it with the code and the settings that began it, or start the task anew'
    throw new ArtooError('nondeterministic', `${what}: ${now}, it differs at ${where}; ${remedy}`, { field: eventId })
  }
  const result = events.find(({ type, to }) => type === system.result && to === 'host')
  return { events, states, unsent, result, edited, unanswered: unansweredIn(events, effects), ...spentIn(events, now) }
}

/** The budget and the time that a run has used. Time between processes counts as waited. */
function spentIn(events: readonly Envelope[], now: number): Pick<Past, 'used' | 'workedMs' | 'waitedMs'> {
  const waits = events.filter(({ type, from }) => type === 'Waited' && from === 'host')
  const { waitedMs = 0 } = (waits.at(-1)?.payload ?? {}) as { readonly waitedMs?: number }
  const [first, last] = [events.at(0)?.at ?? now, events.at(-1)?.at ?? now]
  const used = { modelCalls: 0, tokens: 0, cost: 0 }
  for (const { usage, cost } of callsIn(events)) {
    used.modelCalls++
    used.tokens += usage.inputTokens + usage.outputTokens
    used.cost += cost ?? 0
  }
  return { used, workedMs: Math.max(0, last - first - waitedMs), waitedMs: waitedMs + Math.max(0, now - last) }
}

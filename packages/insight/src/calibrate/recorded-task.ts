import { type Decision, type Observation, type ProfileName, replay, type StopReason } from '@artoo/ggs'
import { ArtooError } from '@artoo/spec'
import type { Event } from '../journal/event.js'
import { observationsOf } from '../journal/observations.js'
import { wayOf } from '../replay/way-of.js'

/** The controller's observations and decisions in a task, and the end of that task. */
export interface RecordedTask {
  readonly taskId: string
  /** One for each decision. */
  readonly observations: readonly Observation[]
  readonly decisions: readonly Decision[]
  readonly end: RecordedEnd
}

/**
 * The outcome: a result at the distance D from the intent, none, or what the controller had no part in: the task goes on,
 * or something outside cut it off.
 */
export type RecordedEnd = { readonly kind: 'delivered'; readonly D: number } | { readonly kind: 'nothing' | 'outside' }

/** Why a task ended that might have come to anything. */
const fromOutside: readonly StopReason[] = ['aborted', 'needs_answer', 'infrastructure', 'host_failed', 'role_failed']

/**
 * Null when the controller decided nothing.
 *
 * @throws {ArtooError} `nondeterministic` when the recorded gains and profile decide otherwise than the record says, as over a journal
 * whose controller was another; `GgsError` for a profile or gains that there are not any more.
 */
export function recordedTask(taskId: string, events: readonly Event[]): RecordedTask | null {
  const decisions = events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : []))
  // A round that was cut off was not judged, and is the last.
  const observations = observationsOf(events).slice(0, decisions.length)
  const [first] = decisions
  if (!first) return null
  const recorded = { hyperparameters: first.hyperparameters, profile: first.profile as ProfileName }
  const again = replay(observations, recorded)
  const parts = decisions.findIndex((decision, index) => !again[index] || wayOf(again[index]) !== wayOf(decision))
  if (parts >= 0) {
    throw new ArtooError('nondeterministic', `round ${parts + 1} of ${taskId} is decided otherwise by this controller`)
  }
  return { taskId, observations, decisions, end: endOf(decisions, events) }
}

function endOf(decisions: readonly Decision[], events: readonly Event[]): RecordedEnd {
  const last = decisions.at(-1)
  if (last?.terminal) return endBy(last, decisions)
  const result = events.find((event) => event.type === 'FinalResult')
  return { kind: !result || fromOutside.includes(result.payload.reason) ? 'outside' : 'nothing' }
}

/** The outcome of a decision that ends a task; `decisions` are those up to it. */
export function endBy(
  { deliver, directive, loss }: Decision,
  decisions: readonly Decision[],
): Exclude<RecordedEnd, { readonly kind: 'outside' }> {
  // The parts that are done, at the distance of the whole.
  if (directive === 'deliver') return { kind: 'delivered', D: loss.D }
  if (deliver === null) return { kind: 'nothing' }
  return { kind: 'delivered', D: decisions[deliver - 1]?.loss.D ?? 0 }
}

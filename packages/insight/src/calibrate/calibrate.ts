import { replay } from '@artoo/ggs'
import type { Journal } from '@artoo/runtime'
import { ArtooError, assertOptions, errorCode } from '@artoo/spec'
import type { Event } from '../journal/event.js'
import { readableEvents } from '../journal/readable-events.js'
import { type CandidateReport, candidateReport } from './candidate-report.js'
import type { Candidate } from './parting.js'
import { type RecordedTask, recordedTask } from './recorded-task.js'

export interface CalibrateOptions {
  /** Gains and profiles to try, each for itself; what one leaves out is as each task had it. */
  readonly candidates: readonly Candidate[]
  readonly signal?: AbortSignal | undefined
}

export interface Calibration {
  /** Tasks that the candidates were tried on, in which the controller decided at least once. */
  readonly tasks: number
  /** Its decisions. */
  readonly decisions: number
  /** Tasks in which it decided nothing: no candidate changes them. */
  readonly undecided: number
  /** Tasks that can't be read, and `nondeterministic` ones, whose own gains and profile don't lead to what they record. */
  readonly unreadable: readonly { readonly taskId: string; readonly code: string }[]
  /** In the order in which they were given. */
  readonly candidates: readonly CandidateReport[]
}

/**
 * Decides recorded observations again with other gains and profiles: in which tasks and rounds, what comes of it where the record
 * tells, and how sure that is. No model, tool or network is asked. An observation holds for a candidate as long as it decides as
 * the record does; behind the first parting nothing is known, and nothing is made up. Children are tasks of their own.
 *
 * @throws {ArtooError} `invalid_option`; `GgsError` `invalid_hyperparameter` or `invalid_profile` for a candidate that is none; whatever
 * a journal, the iterable or the signal throws.
 */
export async function calibrate(
  journals: Journal | Iterable<Journal> | AsyncIterable<Journal>,
  options: CalibrateOptions,
): Promise<Calibration> {
  assertOptions(options, ['candidates', 'signal'], { of: 'calibrate' })
  const { candidates, signal } = options
  assertCandidates(candidates)
  const tasks: RecordedTask[] = []
  const unreadable: { taskId: string; code: string }[] = []
  let undecided = 0

  function take(taskId: string, events: readonly Event[]): void {
    for (const [childId, own] of childrenIn(events)) take(childId, own)
    try {
      const task = recordedTask(taskId, events)
      if (task) tasks.push(task)
      else undecided++
    } catch (error) {
      const code = errorCode(error)
      if (code === undefined) throw error
      unreadable.push({ taskId, code })
    }
  }

  for await (const journal of 'append' in journals ? [journals] : journals) {
    for await (const { taskId } of journal.list()) {
      signal?.throwIfAborted()
      const events = await readableEvents(journal, taskId)
      if (typeof events === 'string') unreadable.push({ taskId, code: events })
      else take(taskId, events)
    }
  }
  tasks.sort((one, other) => (one.taskId < other.taskId ? -1 : 1))
  return {
    tasks: tasks.length,
    decisions: tasks.reduce((total, { decisions }) => total + decisions.length, 0),
    undecided,
    unreadable,
    candidates: candidates.map((candidate) => candidateReport(candidate, tasks)),
  }
}

function childrenIn(events: readonly Event[]): ReadonlyMap<string, readonly Event[]> {
  const children = new Map<string, Event[]>()
  for (const event of events) {
    if (event.type !== 'ChildEvent') continue
    const inner = event.payload.event as Event
    const own = children.get(inner.taskId) ?? []
    own.push(inner)
    children.set(inner.taskId, own)
  }
  return children
}

function assertCandidates(candidates: readonly Candidate[]): void {
  if (!Array.isArray(candidates) || candidates.length === 0) {
    const message = 'candidates must be a list of { hyperparameters?, profile? }, with one at least'
    throw new ArtooError('invalid_option', message, { field: 'candidates' })
  }
  for (const [index, candidate] of candidates.entries()) {
    const path = `candidates.${index}`
    assertOptions(candidate, ['hyperparameters', 'profile'], { of: path, path })
    replay([], candidate)
  }
}

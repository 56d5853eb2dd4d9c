import type { Notice } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'
import type { FinalResult } from '../messages/control.js'
import { oneLine } from '../prompts/one-line.js'
import { contradictionsIn } from './contradictions.js'

export type AnomalyCode =
  | 'second_result'
  | 'dispatched_twice'
  | 'fan_in_incomplete'
  | 'excessive_corrections'
  | 'excessive_retries'
  | 'thrashing'
  | 'fruitless_replans'
  | 'not_converged'
  | 'false_accept'
  | 'memory_unreadable'
  | 'experience_lost'
  | 'journal_incomplete'
  | 'report_not_taken'
  | 'audit_log_incomplete'

/** The auditor's record of a running task, for problems that no single event shows. Its size is bounded. */
export interface TaskTrace {
  readonly results: number
  /** The last subtasks that were dispatched. */
  readonly subtasks: readonly string[]
  /** Subtasks of the current round that have no outcome. */
  readonly open: readonly string[]
  readonly dispatched: number
  readonly corrections: number
  readonly retries: number
  /** The number of failed or refused calls, by tool and target. */
  readonly wrongCalls: Readonly<Record<string, number>>
  /** Checks that failed last, as `key index`. */
  readonly failingChecks: readonly string[]
  /** D of the last `break_symmetry` round, when the last directive was one. */
  readonly stuckAt: number | null
  /** The smallest D so far, and the replans since. */
  readonly best: number | null
  readonly sinceBest: number
}

export const emptyTrace: TaskTrace = {
  results: 0,
  subtasks: [],
  open: [],
  dispatched: 0,
  corrections: 0,
  retries: 0,
  wrongCalls: {},
  failingChecks: [],
  stuckAt: null,
  best: null,
  sinceBest: 0,
}

/** Corrections of one task, if they are more than its subtasks: twice what one subtask may have by default, and more. */
const manyCorrections = 6
const manyRetries = 10
/** The same tool on the same target in one task. */
const manyWrongCalls = 5
/** Replans in a row after the best one. Reported again when the number has doubled. */
const manyFruitless = 2
/** A fall of D that counts. */
const leastFall = 0.01
/** Subtasks, checks and pairs that are kept of one task. */
const mostKept = 200

export type Found = readonly [code: AnomalyCode, text: string]

/** Follows one task by one event, and returns the problems that it shows. */
export function follow(task: TaskTrace, event: ArtooEvent | Notice): readonly [TaskTrace, readonly Found[]] {
  switch (event.type) {
    case 'SubTask':
      return event.to === 'R3' ? dispatched(task, event.payload.subtaskId) : [task, []]
    case 'SubTaskOutcome': {
      const { subtaskId } = event.payload
      const next = { ...task, open: task.open.filter((id) => id !== subtaskId) }
      return [next, contradictionsIn(event, task.failingChecks).map(falseAccept)]
    }
    case 'OutcomeSummary':
    case 'ReplanRequest': {
      const missing = task.open.map((id): Found => ['fan_in_incomplete', `the round was judged without ${id}`])
      const found = [...missing, ...contradictionsIn(event, task.failingChecks).map(falseAccept)]
      return [{ ...task, open: [] }, found]
    }
    case 'CheckResult': {
      const { key, index, pass } = event.payload
      const name = `${key} ${index}`
      const others = task.failingChecks.filter((other) => other !== name)
      return [{ ...task, failingChecks: pass ? others : [...others, name].slice(-mostKept) }, []]
    }
    case 'CorrectionSignal': {
      const corrections = task.corrections + 1
      const isMuch = corrections >= manyCorrections && corrections > task.dispatched
      const wasMuch = task.corrections >= manyCorrections && task.corrections > task.dispatched
      const text = `${corrections} corrections of ${task.dispatched} subtasks`
      return [{ ...task, corrections }, isMuch && !wasMuch ? [['excessive_corrections', text]] : []]
    }
    case 'ModelRetry': {
      const retries = task.retries + 1
      const text = `${retries} model calls had to be made again: ${oneLine(event.payload.code, 80)}`
      return [{ ...task, retries }, retries === manyRetries ? [['excessive_retries', text]] : []]
    }
    case 'ToolResult':
      return event.payload.status === 'ok' ? [task, []] : wrongCall(task, event.payload)
    case 'PlanDirective':
      return replanned(task, event.payload)
    case 'FinalResult':
      return ended(task, event.payload)
    case 'MemoryReading': {
      const { error } = event.payload
      return [task, error === null ? [] : [['memory_unreadable', `memory could not be read: ${error}`]]]
    }
    case 'JournalFailure':
      return [task, [['journal_incomplete', `the journal is incomplete: ${event.payload.message}`]]]
    case 'MemoryFailure':
      return [task, [['experience_lost', `an experience was lost: ${event.payload.message}`]]]
    default:
      return [task, []]
  }
}

type Followed = ReturnType<typeof follow>

const falseAccept = (text: string): Found => ['false_accept', text]

function dispatched(task: TaskTrace, subtaskId: string): Followed {
  const next = {
    ...task,
    dispatched: task.dispatched + 1,
    subtasks: [...task.subtasks, subtaskId].slice(-mostKept),
    open: [...task.open, subtaskId].slice(-mostKept),
  }
  const isSecond = task.subtasks.includes(subtaskId)
  return [next, isSecond ? [['dispatched_twice', `subtask ${subtaskId} was dispatched twice`]] : []]
}

function wrongCall(task: TaskTrace, call: { readonly tool: string; readonly target: string | null }): Followed {
  const { wrongCalls } = task
  const name = oneLine(`${call.tool} ${call.target ?? ''}`, 200)
  const count = (Object.hasOwn(wrongCalls, name) ? (wrongCalls[name] ?? 0) : 0) + 1
  if (count === 1 && Object.keys(wrongCalls).length >= mostKept) return [task, []]
  const text = `${name} was tried ${count} times in vain`
  const next = { ...task, wrongCalls: { ...wrongCalls, [name]: count } }
  return [next, count === manyWrongCalls ? [['excessive_retries', text]] : []]
}

function replanned(
  task: TaskTrace,
  { directive, loss: { D } }: Extract<ArtooEvent, { type: 'PlanDirective' }>['payload'],
): Followed {
  const found: Found[] = []
  const isStuck = directive === 'break_symmetry'
  if (isStuck && task.stuckAt !== null && D >= task.stuckAt) {
    found.push(['thrashing', 'thrashing: break_symmetry again, and D did not fall'])
  }
  const isBetter = task.best === null || D < task.best - leastFall
  const sinceBest = isBetter ? 0 : task.sinceBest + 1
  const best = isBetter ? D : Math.min(task.best ?? D, D)
  if (isDoubling(sinceBest)) {
    found.push([
      'fruitless_replans',
      `${sinceBest} replans in a row without improvement: D ${number(D)}, at best ${number(best)}`,
    ])
  }
  return [{ ...task, stuckAt: isStuck ? D : null, best, sinceBest }, found]
}

/** `manyFruitless` times 1, 2, 4, 8, … */
function isDoubling(count: number): boolean {
  const times = count / manyFruitless
  return times >= 1 && Number.isInteger(Math.log2(times))
}

/** Reasons of tasks whose loss did not fall. Any other reason ended the task from outside. */
const notConverged: readonly string[] = ['replans_exhausted', 'hopeless', 'diverging', 'stalled', 'budget']

function ended(task: TaskTrace, { directive, reason, loss, criteria, rounds }: FinalResult): Followed {
  const results = task.results + 1
  const found: Found[] = []
  if (results > 1) found.push(['second_result', 'more than one FinalResult'])
  if (reason === 'deadline' && task.open.length > 0) {
    found.push(['fan_in_incomplete', `until the deadline there was no outcome of ${task.open.join(', ')}`])
  }
  if (notConverged.includes(reason)) {
    const best = task.best === null ? '' : `, at best ${number(task.best)}`
    found.push(['not_converged', `${reason} after ${rounds} rounds: D ${number(loss.D)}${best}`])
  }
  const unmet = criteria.filter(({ verdict }) => verdict === 'fail').length
  if (directive === 'accept' && (loss.D > 0 || unmet > 0)) {
    found.push(falseAccept(`accepted with D ${number(loss.D)} and ${unmet} unmet criteria`))
  }
  return [{ ...task, results }, found]
}

const number = (value: number) => value.toFixed(2)

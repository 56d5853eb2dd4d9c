import type { ScriptedTurn } from '@artoo/llm/testing'
import {
  createMemory,
  type FinalResult,
  type Interrupted,
  isInterrupted,
  type JournalLine,
  memoryJournal,
  type RunEvent,
  type RunHandle,
} from '@artoo/sdk'
import type { Clock } from '@artoo/spec'
import { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'

// The first memory in a process loads its store, while time goes by a second a turn: not within a test.
await createMemory().opened()

/** One subtask of a scripted plan. */
export function subtask(intent: string, tools: readonly string[] = [], sequence = 1) {
  return { intent, sequence, criteria: [{ text: `${intent} is done`, mode: 'plausible' }], tools }
}

export function planOf(...subtasks: readonly ReturnType<typeof subtask>[]) {
  return { json: { criteria: [{ text: 'the answer greets', mode: 'plausible' }], subtasks } } as const
}

/** On the criterion that stands beside those of the plan wherever a tool changed something. */
const nothingElse = { criterion: 2, verdict: 'pass', evidence: 'no other call', records: ['call_1_1'] } as const

/** The structured texts of a task about a greeting. */
export const answers = {
  taskSpec: { json: { intent: 'say hello', scope: null, deadline: null, questions: [] } },
  plan: planOf(subtask('write a greeting')),
  execution: { json: { status: 'completed', output: 'hello', reason: null } },
  infeasible: { json: { status: 'failed', output: '', reason: 'there is nobody to greet' } },
  pass: { json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'it says hello' }], correction: null } },
  /** Of a subtask that is the whole task. */
  passAll: {
    json: {
      verdicts: [1, 2, 3].map((criterion) => ({
        criterion,
        verdict: 'pass',
        evidence: 'it says hello',
        records: ['call_1_1'],
      })),
      correction: null,
    },
  },
  fail: {
    json: {
      verdicts: [{ criterion: 1, verdict: 'fail', cause: 'wrong_parameter', evidence: 'no greeting' }],
      correction: { whatWasWrong: 'no greeting', whatToDo: 'greet' },
    },
  },
  /** A service did not answer, says the judge, though no call failed. */
  away: {
    json: {
      verdicts: [{ criterion: 1, verdict: 'fail', cause: 'no_access', evidence: 'nobody answered' }],
      correction: null,
    },
  },
  misfit: {
    json: {
      verdicts: [{ criterion: 1, verdict: 'fail', cause: 'wrong_parameter', evidence: 'it is too long' }],
      correction: null,
    },
  },
  accept: { json: { output: 'hello', verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'hello' }, nothingElse] } },
  reject: {
    json: {
      output: 'hello',
      verdicts: [{ criterion: 1, verdict: 'fail', cause: 'wrong_target', evidence: 'nobody heard it' }, nothingElse],
    },
  },
} as const

/** A whole task by output name: goes straight through with five model calls. */
export const straightThrough = {
  task_spec: answers.taskSpec,
  plan: answers.plan,
  execution: answers.execution,
  verdicts: answers.pass,
  last_verdicts: answers.passAll,
  verification: answers.accept,
} as const satisfies Readonly<Record<string, ScriptedTurn>>

/** Plans that differ from round to round, as the planner's review demands. */
export function freshPlans(tools: readonly string[] = []): ScriptedTurn {
  let round = 0
  return () => planOf(subtask(`way number ${++round}`, tools))
}

/** Time, ids and so the journal are the same in every run, in which every role asks its model. */
export function fixed(): { readonly clock: ManualClock; readonly ids: () => string; readonly depth: 'full' } {
  return { clock: manualClock(1_000), ids: sequentialIds(), depth: 'full' }
}

/** The result of a task that has one. */
export function ended<Result extends object>(outcome: Result | Interrupted): Exclude<Result, Interrupted> {
  if (!isInterrupted(outcome)) return outcome as Exclude<Result, Interrupted>
  throw new Error(`it was interrupted: ${outcome.summary}`)
}

/** Lets time pass, a second a turn, until the task has ended. */
export async function settle(run: RunHandle, clock: ManualClock): Promise<FinalResult> {
  return ended(await passing(run, clock))
}

/** Lets time pass, a second a turn, until the task has left the process. */
export async function passing<Outcome>(run: PromiseLike<Outcome>, clock: ManualClock): Promise<Outcome> {
  let isOver = false
  const result = Promise.resolve(run).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!isOver) clock.advance(1_000)
  }
  return result
}

/** Milliseconds of the first pause of a task. */
export const firstPause = 5_000

/** A clock on which timers of the length of a first pause go off as soon as they are set. */
export function pausing(manual: ManualClock): Clock {
  return {
    ...manual,
    schedule(delayMs, callback) {
      if (delayMs === firstPause) setImmediate(() => manual.advance(delayMs))
      return manual.schedule(delayMs, callback)
    },
  }
}

/** A journal in memory that does `first` with the events of each write before it. */
export function journalWith(first: (events: readonly RunEvent[]) => unknown) {
  const kept = memoryJournal()
  return {
    ...kept,
    async append(taskId: string, lines: readonly JournalLine[]) {
      await first(lines.flatMap((line) => (line.kind === 'event' ? [line.event as RunEvent] : [])))
      await kept.append(taskId, lines)
    },
  }
}

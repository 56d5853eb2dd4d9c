import { manualClock, sequentialIds } from '@artoo/spec/testing'

/** The structured texts of a task that goes straight through, one subtask, no tool. */
export const answers = {
  taskSpec: { json: { intent: 'say hello', scope: null, deadline: null, questions: [] } },
  plan: {
    json: {
      criteria: [{ text: 'the answer greets', mode: 'plausible' }],
      subtasks: [
        { intent: 'write a greeting', sequence: 1, criteria: [{ text: 'it greets', mode: 'plausible' }], tools: [] },
      ],
    },
  },
  execution: { json: { status: 'completed', output: 'hello', reason: null } },
  pass: { json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'it says hello' }], correction: null } },
  fail: {
    json: {
      verdicts: [{ criterion: 1, verdict: 'fail', failureClass: 'logical', evidence: 'no greeting' }],
      correction: { whatWasWrong: 'no greeting', whatToDo: 'greet' },
    },
  },
  accept: { json: { output: 'hello', verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'hello' }] } },
  reject: {
    json: {
      output: 'hello',
      verdicts: [{ criterion: 1, verdict: 'fail', failureClass: 'logical', evidence: 'wrong tone' }],
    },
  },
} as const

/** A whole task by output name. */
export const straightThrough = {
  task_spec: answers.taskSpec,
  plan: answers.plan,
  execution: answers.execution,
  verdicts: answers.pass,
  verification: answers.accept,
} as const

/** Time, ids and so the journal are the same in every run. */
export const fixed = () => ({ clock: manualClock(1_000), ids: sequentialIds() })

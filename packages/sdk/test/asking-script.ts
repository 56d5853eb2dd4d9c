import type { ScriptedTurn } from '@artoo/llm/testing'
import { answers, planOf, straightThrough, subtask } from './script.js'

export const which = { question: 'Which of the two?', choices: ['dev.json', 'prod.json'] }

type Script = Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>

/** A task whose executor or planner asks, and what is left for the process that goes on. */
export const asking = {
  executor: {
    ...straightThrough,
    plan: planOf(subtask('set the version', ['list'])),
    execution: [
      { toolCalls: [{ name: 'list', input: {} }] },
      { json: { status: 'needs', output: 'There are two.', needs: [which] } },
    ],
  },
  planner: { ...straightThrough, plan: { json: { criteria: [], subtasks: [], needs: [which] } } },
} as const satisfies Readonly<Record<string, Script>>

export const goingOn = {
  executor: { execution: answers.execution, last_verdicts: answers.passAll },
  planner: { plan: planOf(subtask('set it')), execution: answers.execution, last_verdicts: answers.passAll },
} as const satisfies Readonly<Record<string, Script>>

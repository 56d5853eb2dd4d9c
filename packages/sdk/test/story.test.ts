import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, freshPlans, planOf, straightThrough, subtask } from './script.js'

/**
 * What an eventful task has told since version 0.1: who said what to whom, in which order. A change of the engine may change
 * what a message holds, and must not change this.
 */
const story = [
  'host → R7 TaskStarted',
  'host → R1 UserInput',
  'R1 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R1 ModelReply',
  'R1 → R2 TaskSpec',
  'R2 → R5 MemoryQuery',
  'R5 → R2 MemoryReading',
  'R2 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R2 ModelReply',
  'R2 → R4b DispatchManifest',
  'R2 → R4a SubTask',
  'R2 → R3 SubTask',
  'R2 → R4a SubTask',
  'R2 → R3 SubTask',
  'R3 → model ModelRequest',
  'R3 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → tools ToolRequest',
  'tools → host ConfirmationRequest',
  'host → tools ConfirmationAnswer',
  'tools → R3 ToolResult',
  'R3 → R7 Action',
  'R3 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → R4a ExecutionResult',
  'R4a → R7 Progress',
  'R4a → model ModelRequest',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → R4a ExecutionResult',
  'R4a → R7 Progress',
  'R4a → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4a ModelReply',
  'R4a → R7 Progress',
  'R4a → R3 CorrectionSignal',
  'R3 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4a ModelReply',
  'R4a → R4b SubTaskOutcome',
  'R4b → R7 Progress',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → R4a ExecutionResult',
  'R4a → R7 Progress',
  'R4a → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4a ModelReply',
  'R4a → R4b SubTaskOutcome',
  'R4b → R7 Progress',
  'R4b → R2 SequenceCompleted',
  'R2 → R4a SubTask',
  'R2 → R3 SubTask',
  'R3 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → R4a ExecutionResult',
  'R4a → R7 Progress',
  'R4a → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4a ModelReply',
  'R4a → R4b SubTaskOutcome',
  'R4b → R7 Progress',
  'R4b → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4b ModelReply',
  'R4b → R7 ReplanRequest',
  'R7 → log ControlDecision',
  'R7 → R2 PlanDirective',
  'R2 → R5 MemoryQuery',
  'R5 → R2 MemoryReading',
  'R2 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R2 ModelReply',
  'R2 → R4b DispatchManifest',
  'R2 → R4a SubTask',
  'R2 → R3 SubTask',
  'R3 → model ModelRequest',
  'model → R7 ModelCall',
  'model → R3 ModelReply',
  'R3 → R4a ExecutionResult',
  'R4a → R7 Progress',
  'R4a → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4a ModelReply',
  'R4a → R4b SubTaskOutcome',
  'R4b → R7 Progress',
  'R4b → model ModelRequest',
  'model → R7 ModelCall',
  'model → R4b ModelReply',
  'R4b → R7 OutcomeSummary',
  'R7 → log ControlDecision',
  'R7 → R5 Megram',
  'R7 → R5 Megram',
  'R7 → host FinalResult',
]

const result = {
  directive: 'accept',
  reason: 'accepted',
  status: 'complete',
  basis: 'judge',
  output: 'hello',
  missing: [],
  nextMoves: [],
  loss: {
    D: 0,
    P: 0,
    Omega: 0.2,
    L: 0.08,
  },
  gradient: -0.12,
  replans: 1,
}

const tool = (name: string, effect: 'read' | 'irreversible') =>
  defineTool({ name, description: name, input: z.object({}), effect, execute: () => name })

test('an eventful task tells the same story as ever', async () => {
  const first = planOf(subtask('one', ['send', 'lookup']), subtask('two'), subtask('three', [], 2))
  const call = (name: string) => ({ toolCalls: [{ name, input: {} }] })
  const script = {
    ...straightThrough,
    plan: [first, freshPlans()],
    execution: [call('send'), call('lookup'), answers.execution],
    verdicts: [answers.fail, answers.pass, answers.pass, answers.pass, answers.pass],
    verification: [answers.reject, answers.accept],
  }
  const artoo = createArtoo({
    model: scriptedModel(script, { repeatLast: true }),
    tools: [tool('lookup', 'read'), tool('send', 'irreversible')],
    hyperparameters: { delta: 0.1 },
    confirm: () => true,
    ...fixed(),
  })
  const run = artoo.run('Say hello')
  expect(await run).toMatchObject(result)
  await artoo.close()
  expect(run.events.map(({ from, to, type }) => `${from} → ${to} ${type}`)).toEqual(story)
})

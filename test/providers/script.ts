import { defineTool } from '@artoo/sdk'
import { z } from 'zod'

/** A turn of a capable model, in the words of no provider. */
export type Turn = { readonly json: unknown } | { readonly calls: readonly { name: string; input: unknown }[] }

/** What each role's model is told at the beginning: how a fake provider knows who is asking. */
export const openings = {
  R1: 'You receive what a user said',
  R2: 'You turn a request into a plan',
  R3: 'You carry out one subtask',
  R4a: 'You judge the result of one subtask',
  R4b: 'You are the last check',
} as const
export type Asking = keyof typeof openings

export function whoAsks(prompt: string): Asking {
  const asking = Object.entries(openings).find(([, opening]) => prompt.includes(opening))?.[0]
  if (!asking) throw new Error(`nobody is known by: ${prompt.slice(0, 200)}`)
  return asking as Asking
}

/** A task with two tool calls in one turn, answered by five roles. */
export function turnFor(asking: Asking, hasToolResults: boolean): Turn {
  const verdicts = [{ criterion: 1, verdict: 'pass', failureClass: null, evidence: 'the lookup says so' }]
  const criteria = [{ text: 'both numbers are named', mode: 'plausible' }]
  const subtask = { intent: 'look both up', sequence: 1, criteria, tools: ['lookup'], context: null }
  switch (asking) {
    case 'R1':
      return { json: { intent: 'name two numbers', scope: null, deadline: null, questions: [] } }
    case 'R2':
      return { json: { criteria, subtasks: [subtask], impossible: null } }
    case 'R3':
      return hasToolResults
        ? { json: { status: 'completed', output: 'a is 1 and b is 2', reason: null } }
        : { calls: ['a', 'b'].map((key) => ({ name: 'lookup', input: { key } })) }
    case 'R4a':
      return { json: { verdicts, correction: null } }
    case 'R4b':
      return { json: { output: 'a is 1, b is 2.', verdicts } }
  }
}

export const lookup = defineTool({
  name: 'lookup',
  description: 'Looks a number up.',
  input: z.object({ key: z.enum(['a', 'b']) }),
  effect: 'read',
  target: ({ key }) => key,
  execute: ({ key }) => ({ a: '1', b: '2' })[key],
})

export const answer = 'a is 1, b is 2.'

import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, createMemory, defineTool } from '@artoo/sdk'
import * as z from 'zod'

const criterion = { text: 'the number is the one in stock', mode: 'plausible' }
const subtask = { intent: 'count the apples', criteria: [criterion], tools: ['stock_of'] }

/** A whole task with a tool of its own, and a turn of the slow loop after it, in whatever runtime this is loaded. */
export async function runTask(): Promise<{ readonly directive: string; readonly output: string | null }> {
  const stock = new Map([['apple', 7]])
  const stockOf = defineTool({
    name: 'stock_of',
    description: 'The number of pieces of a fruit in stock.',
    input: z.object({ fruit: z.string() }),
    effect: 'read',
    execute: ({ fruit }) => `${stock.get(fruit) ?? 0} in stock`,
  })
  const model = scriptedModel({
    plan: { json: { criteria: [criterion], subtasks: [subtask] } },
    execution: [
      { toolCalls: [{ name: 'stock_of', input: { fruit: 'apple' } }] },
      ({ messages }) => ({
        json: { status: 'completed', output: `apples: ${messages.at(-1)?.content}`, reason: null },
      }),
    ],
    last_verdicts: {
      json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: '7 in stock', records: ['call_1_1'] }] },
    },
  })
  const memory = createMemory()
  const artoo = createArtoo({ model, tools: [stockOf], memory })
  const { directive, output } = await artoo.run('How many apples are there?')
  await memory.dream({ signal: new AbortController().signal })
  await artoo.close()
  await memory.close()
  return { directive, output }
}

import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, createMemory, defineTool } from '@artoo/sdk'
import * as z from 'zod'

const criterion = { text: 'the number is the one in stock', mode: 'plausible' }
const subtask = { intent: 'count the apples', criteria: [criterion], tools: ['stock_of'] }

/** A text and a pattern on which an engine that backtracks does not come to an end. */
const row = `${'a'.repeat(60)}!`
const pattern = '(a+)+$'

/** A whole task with a tool of its own, whose judge searches the records, and a turn of the slow loop after it, in whatever runtime this is loaded. */
export async function runTask(): Promise<{ readonly directive: string; readonly output: string | null }> {
  const stock = new Map([['apple', 7]])
  const stockOf = defineTool({
    name: 'stock_of',
    description: 'The number of pieces of a fruit in stock.',
    input: z.object({ fruit: z.string() }),
    effect: 'read',
    execute: ({ fruit }) => `${stock.get(fruit) ?? 0} in stock\n${row}`,
  })
  const model = scriptedModel({
    plan: { json: { criteria: [criterion], subtasks: [subtask] } },
    execution: [
      { toolCalls: [{ name: 'stock_of', input: { fruit: 'apple' } }] },
      ({ messages }) => ({
        json: { status: 'completed', output: `apples: ${messages.at(-1)?.content.split('\n')[0]}`, reason: null },
      }),
    ],
    last_verdicts: [
      { json: { verdicts: [{ criterion: 1, verdict: 'unseen', evidence: 'the rows', needs: 'the rows' }] } },
      { toolCalls: [{ name: 'search_records', input: { pattern } }] },
      ({ messages }) => {
        const verdict = messages.at(-1)?.content.includes('0 matching lines') ? 'pass' : 'fail'
        return { json: { verdicts: [{ criterion: 1, verdict, evidence: '7 in stock', records: ['r1'] }] } }
      },
    ],
  })
  const memory = createMemory()
  const artoo = createArtoo({ model, tools: [stockOf], memory })
  const { directive, output } = await artoo.run('How many apples are there?')
  await memory.dream({ signal: new AbortController().signal })
  await artoo.close()
  await memory.close()
  return { directive, output }
}

/** artoo's whole loop: roles, verdicts, evidence, a journal in memory, a memory that is read and written. */
import { join } from 'node:path'
import { createArtoo, defineTool, levelJournal, memoryJournal } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { ClassicLevel } from 'classic-level'
import * as z from 'zod'

const criteria = [{ text: 'the total is told', mode: 'plausible' }]
const verdicts = [{ criterion: 1, verdict: 'pass', evidence: 'it says 42', records: ['call_1_1'] }]
const answers = {
  task_spec: { intent: 'add up the invoices' },
  plan: { criteria, subtasks: [{ intent: 'add up the invoices', criteria, tools: ['add'] }] },
  execution: { status: 'completed', output: 'The total is 42.' },
  verdicts: { verdicts },
  last_verdicts: { verdicts },
  verification: { output: 'The total is 42.', verdicts },
}
const usage = { inputTokens: 100, outputTokens: 20 }
/** Model calls of a direct task, with a tool call after each but the last. */
const directCalls = 5

function zeroLatencyModel() {
  const counted = { calls: 0 }
  return {
    counted,
    id: 'bench',
    async generate({ messages, tools, output }) {
      counted.calls++
      if (!output) {
        if (counted.calls === directCalls)
          return { text: 'The total is 42.', toolCalls: [], finishReason: 'stop', usage }
        const input = { numbers: [20, 22, counted.calls] }
        return { text: '', toolCalls: [{ id: 'one', name: 'add', input }], finishReason: 'tool_calls', usage }
      }
      if (output.name === 'execution' && tools && messages.at(-1)?.role !== 'tool') {
        const toolCalls = [{ id: 'one', name: 'add', input: { numbers: [20, 22] } }]
        return { text: '', toolCalls, finishReason: 'tool_calls', usage }
      }
      return { text: JSON.stringify(answers[output.name]), toolCalls: [], finishReason: 'stop', usage }
    },
  }
}

const receipt = { id: 'none', settled: Promise.resolve({ id: 'none', sequence: 1, duplicate: false }) }
/** Knows nothing, keeps nothing. */
const noMemory = {
  consult: async () => ({ readings: [], rules: [] }),
  write: () => receipt,
  flush: async () => {},
}

const add = defineTool({
  name: 'add',
  description: 'Adds numbers.',
  input: z.object({ numbers: z.array(z.number()) }),
  effect: 'read',
  execute: ({ numbers }) => String(numbers.reduce((sum, number) => sum + number, 0)),
})

const journals = {
  memory: () => memoryJournal(),
  files: (directory) => fileJournal(directory),
  level: (directory) => levelJournal(new ClassicLevel(join(directory, 'level'))),
  none: () => undefined,
}

/** Without a journal or a memory it is measured only to see what they cost. */
export function contender({ depth = 'full', journal: kind = 'memory', directory, remembers = true } = {}) {
  const model = zeroLatencyModel()
  const journal = journals[kind](directory)
  const artoo = createArtoo({
    model,
    tools: [add],
    depth,
    dreamer: false,
    journal,
    ...(!remembers && { memory: noMemory }),
  })
  return {
    async task() {
      model.counted.calls = 0
      const run = artoo.run('Add up the invoices of March')
      const { output, reason } = await run
      if (output !== 'The total is 42.') throw new Error(`artoo: ${reason}: ${output}`)
      // What is removed from LevelDB costs more than what is written.
      if (kind !== 'level') await journal?.remove(run.taskId)
      return model.counted.calls
    },
    close: () => artoo.close(),
  }
}

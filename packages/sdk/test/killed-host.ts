/**
 * A host that is killed in the middle of a call: `killed-host.ts DIRECTORY agent|fallback [die]`. Without `die` it goes on with the task that
 * lies there, and prints what came of it.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { agentTool, createArtoo, defineTool, type LanguageModel, ProviderError } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const [directory = '', way, die] = process.argv.slice(2)
const keys = join(directory, 'keys.txt')

const pay = defineTool({
  ...{ name: 'pay', description: 'pays an invoice', input: z.object({}), effect: 'repeatable' },
  execute(_, { idempotencyKey }) {
    appendFileSync(keys, `${idempotencyKey}\n`)
    if (die) process.kill(process.pid, 'SIGKILL')
    return 'paid'
  },
})
const calling = (id: string, tool: string, input: object = {}): LanguageModel => ({
  ...scriptedModel(
    {
      text: ({ messages }) =>
        messages.some(({ role }) => role === 'tool') ? { text: `${id}: done` } : { toolCalls: [{ name: tool, input }] },
    },
    { repeatLast: true },
  ),
  id,
})
const down: LanguageModel = {
  id: 'down',
  generate: () => Promise.reject(new ProviderError('provider_unavailable', 'no connection', { status: 503 })),
}
const clerk = agentTool({
  ...{ name: 'clerk', description: 'pays', model: calling('clerk', 'pay'), tools: [pay], depth: 'direct' },
})
const artoo = createArtoo({
  model: way === 'agent' ? calling('boss', 'clerk', { task: 'Pay.' }) : [down, calling('backup', 'pay')],
  tools: way === 'agent' ? [clerk] : [pay],
  ...{ journal: fileJournal(join(directory, 'journal')), depth: 'direct', dreamer: false },
  limits: { modelRetries: 0 },
})
let known: { taskId: string; epoch: number } | undefined
for await (const task of artoo.tasks()) known = task
const run = known ? artoo.resume(known.taskId, { takeOver: known.epoch }) : artoo.run('See to the invoice.')
const { status, output } = (await run) as { readonly status: string; readonly output?: string | null }
await artoo.close()
const paidBy = readFileSync(keys, 'utf8').trim().split('\n')
console.log(JSON.stringify({ taskId: run.taskId, status, output, paidBy }))

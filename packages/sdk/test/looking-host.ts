/**
 * A host whose judge looks at a note before it judges: `looking-host.ts DIRECTORY [die]`. With `die` it kills itself within the look, without
 * it goes on with the task that lies there, or begins one, and prints what came of it.
 */
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import type { ModelRequest } from '@artoo/spec'
import { z } from 'zod'

const [directory = '', die] = process.argv.slice(2)

const put = defineTool({
  ...{ name: 'put', description: 'writes a note', input: z.object({ path: z.string() }), effect: 'repeatable' },
  target: () => 'other',
  execute: () => 'written',
})
const see = defineTool({
  ...{ name: 'see', description: 'reads a note', input: z.object({ path: z.string() }), effect: 'read' },
  target: ({ path }) => path,
  execute(_, { readsOnly }) {
    if (die && readsOnly) process.kill(process.pid, 'SIGKILL')
    return 'hello'
  },
})

const criteria = [{ text: 'note.md is there', mode: 'verifiable', about: 'world' }]
const verdict = (given: object) => ({ json: { verdicts: [1, 2].map((criterion) => ({ criterion, ...given })) } })
const script = {
  plan: {
    json: {
      asks: 'change',
      criteria,
      subtasks: [{ intent: 'write it', sequence: 1, criteria, tools: ['put', 'see'] }],
    },
  },
  execution: ({ messages }: ModelRequest) =>
    messages.some(({ role }) => role === 'tool')
      ? { json: { status: 'completed', output: 'done', reason: null } }
      : { toolCalls: [{ name: 'put', input: { path: 'note.md' } }] },
  last_verdicts({ messages }: ModelRequest) {
    if (messages.some(({ role }) => role === 'tool'))
      return verdict({ verdict: 'pass', evidence: 'seen', records: ['r2'] })
    const isAgain = messages.filter(({ role }) => role === 'user').length > 1
    if (isAgain) return { toolCalls: [{ name: 'see', input: { path: 'note.md' } }] }
    return verdict({ verdict: 'unseen', evidence: 'it was not read', needs: 'note.md' })
  },
} satisfies Readonly<Record<string, ScriptedTurn>>

const model = scriptedModel(script, { repeatLast: true })
const journal = fileJournal(directory)
const artoo = createArtoo({ model, tools: [put, see], journal })
let known: { taskId: string; epoch: number } | undefined
for await (const task of artoo.tasks()) known = task
const run = known ? artoo.resume(known.taskId, { takeOver: known.epoch }) : artoo.run('Write note.md')
const { status, basis, criteria: judged } = (await run) as { status: string; basis?: string; criteria?: unknown }
await artoo.close()
const requests = model.requests.map(({ output }) => output?.name)
console.log(JSON.stringify({ taskId: run.taskId, status, basis, judged, requests }))

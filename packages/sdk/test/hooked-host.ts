/**
 * A host whose hooks amend a call: `hooked-host.ts DIRECTORY [die]`. With `die` it kills itself within the call; without it goes on with
 * the task that lies there, and prints what came of it.
 */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const [directory = '', die] = process.argv.slice(2)
const made: unknown[] = []
const hooks: string[] = []

const put = defineTool({
  ...{ name: 'put', description: 'writes a note', input: z.object({ path: z.string() }), effect: 'repeatable' },
  target: ({ path }) => path,
  execute({ path }) {
    if (die) process.kill(process.pid, 'SIGKILL')
    made.push(path)
    return `wrote ${path}`
  },
})
const text = [{ toolCalls: [{ name: 'put', input: { path: 'note.md' } }] }, { text: 'Done.' }]
const model = scriptedModel({ text: die ? text : text.slice(1) })
const artoo = createArtoo({
  ...{ model, tools: [put], journal: fileJournal(directory), depth: 'direct', dreamer: false },
  onToolCall: {
    before({ input }) {
      hooks.push('before')
      return { input: { path: `${die ? 'drafts' : 'elsewhere'}/${(input as { path: string }).path}` } }
    },
    after({ output }) {
      hooks.push('after')
      return { output: `${output}, says the hook` }
    },
  },
})
let known: { taskId: string; epoch: number } | undefined
for await (const task of artoo.tasks()) known = task
const run = known ? artoo.resume(known.taskId, { takeOver: known.epoch }) : artoo.run('Write a note.')
const { status } = await run
await artoo.close()
const told = model.requests[0]?.messages.at(-1)?.content
console.log(JSON.stringify({ taskId: run.taskId, status, made, hooks, told }))

/**
 * A host whose user adds words while a tool works: `steered-host.ts DIRECTORY [die]`. With `die` it kills itself once they are kept, before the
 * model hears them; without it goes on with the task that lies there, and prints what came of it.
 */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type RunHandle } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const [directory = '', die] = process.argv.slice(2)
let run: RunHandle | undefined

const look = defineTool({
  ...{ name: 'look', description: 'looks up a train', input: z.object({}), effect: 'read' },
  async execute() {
    if (!die) return 'a train at nine'
    await run?.send('To Milan, please.')
    return process.kill(process.pid, 'SIGKILL')
  },
})

const model = scriptedModel(
  {
    text: ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'At nine.' }
        : { toolCalls: [{ name: 'look', input: {} }] },
  },
  { repeatLast: true },
)
const artoo = createArtoo({ model, tools: [look], journal: fileJournal(directory), depth: 'direct', dreamer: false })
let known: { taskId: string; epoch: number } | undefined
for await (const task of artoo.tasks()) known = task
if (known) run = artoo.resume(known.taskId, { takeOver: known.epoch }) as unknown as RunHandle
else run = artoo.run('When does the train go?')
const { status } = await run
await artoo.close()
const heard = model.requests.map(({ messages }) => messages.at(-1)?.content)
console.log(JSON.stringify({ taskId: run.taskId, status, heard }))

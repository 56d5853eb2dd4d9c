/** A host that runs a task whose planning never comes back, and prints each event's number once it has seen it. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { straightThrough } from './script.js'

const artoo = createArtoo({
  model: scriptedModel({ ...straightThrough, plan: 'hang' }),
  journal: fileJournal(process.argv[2] ?? ''),
})
setInterval(() => {}, 1_000)
const run = artoo.run('Say hello')
for await (const event of run) console.log(`${run.taskId} ${event.seq} ${event.type}`)

/** A host whose person never answers: it prints the task and each event, and hangs. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'
import { asking } from './asking-script.js'

const [directory = '', who = 'executor'] = process.argv.slice(2)
const list = defineTool({
  ...{ name: 'list', description: 'lists the config files', input: z.object({}), effect: 'read' },
  execute: () => 'dev.json\nprod.json',
})
const artoo = createArtoo({
  model: scriptedModel(asking[who === 'planner' ? 'planner' : 'executor']),
  tools: [list],
  journal: fileJournal(directory),
  dreamer: false,
  clarify: () => new Promise<string>(() => {}),
})
setInterval(() => {}, 1_000)
const run = artoo.run('Set the version in the config file to 2')
for await (const event of run) console.log(`${run.taskId} ${event.seq} ${event.type}`)

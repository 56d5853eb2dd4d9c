/** Sums up the text files of a folder. With the id of a task that was cut off it goes on: `main.ts FOLDER JOURNAL [TASK]`. */
import { readdirSync } from 'node:fs'
import { createRuntime, fairSlots, modelEffect, toolEffect } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { fileTools } from '@artoo/tools/node'
import { model } from './model.js'
import { contracts, mapper, outputs, reducer } from './system.js'

const [folder = '.', journal = 'journal', taskId] = process.argv.slice(2)
const tools = fileTools({ root: folder }).filter(({ name }) => name === 'read_file')
const slots = fairSlots(4)

const runtime = createRuntime({
  system: { contracts, controller: 'reducer', result: 'Report', version: '1' },
  effects: [modelEffect({ outputs, modelOf: () => model, tools, slots }), toolEffect({ tools, slots })],
  journal: fileJournal(journal),
})

const deciders = [mapper, reducer]
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
const run = taskId
  ? runtime.resume(taskId, { deciders: () => deciders, takeOver: 1 })
  : runtime.run({ begin: { type: 'Folder', to: 'reducer', payload: { files } }, deciders, limits: { modelCalls: 100 } })
console.log(`task ${run.taskId}`)
for await (const { type, payload } of run) {
  if (type === 'Note') console.log(`read ${payload.file}`)
}
const report = await run
console.log('text' in report ? report.text : report)
await runtime.close()

import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { fileJournal, standardTools } from '@artoo/sdk/node'

/** Plays a task in a folder, or takes it back; whoever started this process kills it at any moment. */
const [what = '', pause = '0', root = '', kept = '', journal = '', turns = '[]'] = process.argv.slice(2)
if (pause !== '0') withPauses(Number(pause))
const tools = standardTools({ root, snapshots: { folder: kept } })

if (what === 'undo') {
  process.stdout.write('begun\n')
  await tools.find((tool) => tool.history)?.history?.undo('task')
} else {
  const execution = (JSON.parse(turns) as readonly (readonly [string, unknown])[][]).map((calls) => ({
    toolCalls: calls.map(([name, input]) => ({ name, input })),
  }))
  const criteria = [{ text: 'it is done', mode: 'plausible' }]
  const model = scriptedModel({
    plan: {
      json: { criteria, subtasks: [{ intent: 'work', sequence: 1, criteria, tools: tools.map(({ name }) => name) }] },
    },
    execution: [...execution, { json: { status: 'completed', output: 'done', reason: null } }],
  } as never)
  let count = 0
  const artoo = createArtoo({
    ...{ model, tools, journal: fileJournal(journal), dreamer: false },
    permissions: { mode: 'edits' },
    confirm: () => true,
    ids: () => (count++ === 0 ? 'task' : `id-${count}`),
  })
  const run = artoo.run('Work')
  for await (const event of run) {
    const isChange = event.type === 'ToolRequest' && event.payload.tool !== 'read_file'
    if (isChange) process.stdout.write('begun\n')
  }
}

/** Pauses before each step on the file system, so that a kill meets the moments between two of them. */
function withPauses(mostMs: number): void {
  const steps = files as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  for (const name of ['mkdir', 'rmdir', 'rm', 'rename', 'link', 'writeFile', 'appendFile', 'chmod', 'open']) {
    const step = steps[name]
    if (!step) throw new Error(`there is no ${name}`)
    steps[name] = async (...given) => {
      await sleep(Math.random() * mostMs)
      return step(...given)
    }
  }
  syncBuiltinESMExports()
}

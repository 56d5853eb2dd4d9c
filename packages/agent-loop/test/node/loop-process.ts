/** A process that takes up the loop of a folder: its worker makes the file that the atom is named after, or waits for ever. */
import { writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLoop, type Plan } from '../../src/index.js'
import { nodeChecker, stateFileStore, workspacesFor } from '../../src/node.js'

const [folder = '', state = '', how = 'work', plan = ''] = process.argv.slice(2)
const tell = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)

const loop = createLoop({
  store: stateFileStore(state, { pollMs: how === 'deaf' ? 60_000 : 20 }),
  workspaces: workspacesFor(folder),
  checker: nodeChecker(),
  async worker({ brief, directory }) {
    writeFileSync(join(directory, `${brief.atom}.txt`), `${brief.atom}\n`)
    tell(`at work on ${brief.atom}`)
    if (how === 'hang' || how === 'deaf') await sleep(1e9)
    return { success: true, summary: `made ${brief.atom}.txt` }
  },
})
if (plan !== '') await loop.align(JSON.parse(plan) as Plan)
try {
  const { status, code, detail } = await loop.start()
  tell({ status, code, detail })
} catch (error) {
  tell((error as { code: string }).code)
}
await loop.close()
process.exit()

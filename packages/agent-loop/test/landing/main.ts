/**
 * Kills landings and their undoing, over folders that the user has edited.
 *
 *     npm run test:landing -- [--count 500] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundled } from '../../../mkct/test/support/bundled.js'
import { chance } from '../halting/chance.js'
import { folderFor } from './folder.js'
import { round } from './rounds.js'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
})
const top = mkdtempSync(join(tmpdir(), 'artoo-landing-'))
process.env.XDG_STATE_HOME = join(top, 'state')
const script = await bundled(new URL('process.ts', import.meta.url))
const luck = chance(Number(values.seed))
const count = Number(values.count)
const tally: Record<string, number> = {}
let failures = 0
try {
  for (let done = 0, world = 0; done < count; world++) {
    const files = luck.pick([10, 40, 40, 200, 1000])
    const isRepository = luck.is(0.7)
    const folder = await folderFor(join(top, `${world}`), files, isRepository, luck)
    const span = { ms: 50 + files * 4 }
    for (let rounds = 0; rounds < 20 && done < count; rounds++, done++) {
      const { faults, at } = await round(script, folder, span, luck)
      tally[at] = (tally[at] ?? 0) + 1
      for (const fault of faults) console.error(`world ${world} (${files} files), round ${rounds}: ${fault}`)
      failures += faults.length
      if (faults.length > 0) break
    }
    console.log(
      `${done} of ${count}; ${files} files, a landing took up to ${span.ms.toFixed(0)} ms; ${JSON.stringify(tally)}`,
    )
    rmSync(folder.directory, { recursive: true })
  }
} finally {
  rmSync(top, { recursive: true, force: true })
}
console.log(`${count} kills, ${failures} faults`)
process.exitCode = failures > 0 ? 1 : 0

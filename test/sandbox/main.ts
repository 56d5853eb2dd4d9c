/** `npm run test:sandbox -- [way]`: all attacks in all ways or in one, and all everyday lines. */
import { sandbox } from '@artoo/sandbox'
import { everyday } from './everyday.js'
import { runAttacks, scene, ways } from './run-attacks.js'
import { runEveryday } from './run-everyday.js'

let failed = 0
const attacked = await scene()
for (const way of ways) {
  if (process.argv[2] !== undefined && way !== process.argv[2]) continue
  const { lines, escapes } = await runAttacks(attacked, way)
  console.log(`${way}: ${lines} lines, ${escapes.length} escapes`)
  for (const found of escapes) console.log(`  ${found}`)
  failed += escapes.length
}
await attacked.close()
const box = await sandbox({ write: ['dist'] })
let good = 0
for (const line of everyday) {
  const { without, within, status, output } = await runEveryday(line, box)
  const isGood = without === 'ask' && within === 'run' && status === 'ok' && !output.includes('[sandbox]')
  if (isGood) good++
  else console.log(`  ${line}: ${without} without, ${within} within, ${status}: ${output}`)
}
await box.close()
console.log(`everyday: ${good} of ${everyday.length} lines ask without a sandbox, and run well and unasked in one`)
failed += everyday.length - good
process.exitCode = failed > 0 ? 1 : 0

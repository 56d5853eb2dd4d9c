import { fuzzed } from './fuzz.js'
import { measured, table } from './measure.js'

/** `npm run test:permissions -- [calls] [seed]`: prints the table of docs/permissions.md, then fuzzes. */
const [calls = '10000', seed = '1'] = process.argv.slice(2)
console.log(table(await measured()))
const breaches = await fuzzed(Number(seed), Number(calls))
for (const breach of breaches.slice(0, 20)) console.error(breach)
console.log(`${calls} calls over modes, rules and answers from seed ${seed}: ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0

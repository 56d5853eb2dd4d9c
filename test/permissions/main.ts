import { readFile } from 'node:fs/promises'
import { fuzzed } from './fuzz.js'
import { measured, table } from './measure.js'

/** `npm run test:permissions -- [calls] [seed]`: prints the table of docs/evidence/permissions.md, compares it with the page, then fuzzes. */
const [calls = '10000', seed = '1'] = process.argv.slice(2)
const found = table(await measured())
console.log(found)
const page = await readFile(new URL('../../docs/evidence/permissions.md', import.meta.url), 'utf8')
if (!page.includes(found)) console.error('docs/evidence/permissions.md has another table')
const breaches = await fuzzed(Number(seed), Number(calls))
for (const breach of breaches.slice(0, 20)) console.error(breach)
console.log(`${calls} calls over modes, rules and answers from seed ${seed}: ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 || !page.includes(found) ? 1 : 0

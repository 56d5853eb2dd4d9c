/**
 * `npm run test:links [-- <operations> [by-name]]`: prints the operations by kind, and fails when one reached something outside. `by-name` runs
 * what systems without `/proc` run, which reaches it: so the race is one that can be lost.
 */
import { type Count, race } from './race.js'

const [operations = '10000', way] = process.argv.slice(2)
if (way === 'by-name') Object.defineProperty(process, 'platform', { value: 'other' })
const atOnce = 1000
const counts = new Map<string, Count>()
for (let done = 0; done < Number(operations); done += atOnce)
  await race(Math.min(atOnce, Number(operations) - done), counts)
console.table(Object.fromEntries(counts))
const sum = (part: keyof Count) => [...counts.values()].reduce((all, count) => all + count[part], 0)
console.log(`${sum('operations')} operations: ${sum('ok')} ok, ${sum('outside')} outside`)
if (sum('outside') > 0) process.exitCode = 1

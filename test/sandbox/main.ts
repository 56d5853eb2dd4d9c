/** `npm run test:sandbox`: all lines in all ways. */
import { runAttacks, ways } from './run-attacks.js'

let failed = 0
for (const way of ways) {
  const { lines, escapes } = await runAttacks(way)
  console.log(`${way}: ${lines} lines, ${escapes.length} escapes`)
  for (const found of escapes) console.log(`  ${found}`)
  failed += escapes.length
}
process.exitCode = failed > 0 ? 1 : 0

/**
 * Lets processes reach for one task: at once, while its owner works, and while its owner is stopped between the yes and the deed. Checks
 * each time that one of them runs it, that each payment is made once and in the model's order, and that the journal replays.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/takeover/main.ts [rounds, 200 by default] [seed]
 */
import { randomFrom } from '../../../packages/mkct/test/support/killed-store.js'
import { openArena } from './rounds.js'

const [given = '200', seed = '20261123'] = process.argv.slice(2)
const arena = await openArena(randomFrom(Number(seed)))
const begun = performance.now()
try {
  for (let round = 0; round < Number(given); round++) {
    await arena.race()
    await arena.slow()
    await arena.stop({ fenced: false })
    await arena.stop({ fenced: true })
  }
} finally {
  await arena.close()
}
const { races, slow, stopped, fenced } = arena.tally
const problems = Object.values(arena.tally).flatMap((tally) => tally.problems)
for (const problem of problems) console.error(problem)
console.log(
  [
    `${races.rounds} races of three for a dead owner's task: one ran it each time but for ${races.problems.length}.`,
    `${slow.rounds} takeovers of a process at work (${slow.outrun} of them before its end): ${slow.window} payments were made twice.`,
    `${stopped.rounds} processes stopped around the yes (${stopped.outrun} before the deed), with a tool that ignores the fence: ${stopped.window} woke up to pay again.`,
    `${fenced.rounds} with a tool that heeds it (${fenced.outrun} before the deed): ${fenced.window}.`,
    `${Math.round((performance.now() - begun) / 1000)} s, seed ${seed}, ${problems.length} problems.`,
  ].join('\n'),
)
if (problems.length > 0) process.exitCode = 1

import { killedTasks } from './kill.js'

/** `npm run test:undo -- [kills] [seed]`: tasks that are killed at any moment, edited by others, and taken back. */
const [kills = '500', seed = '1'] = process.argv.slice(2)
const { problems, restored, left, commands, drafts, others } = await killedTasks(Number(kills), Number(seed))
for (const problem of problems.slice(0, 20)) console.error(problem)
console.log(
  `${kills} kills from seed ${seed}: ${restored} files restored, ${left} left, ${others} changed by others, ${commands} commands, ${drafts} drafts of killed writes, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0

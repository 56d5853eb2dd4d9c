import { rounds } from './rounds.js'

/** `npm run test:sigterm -- [rounds] [seed]`: a server with twenty tasks gets a SIGTERM; the next process goes on with them. */
const [count = '200', seed = '1'] = process.argv.slice(2)
const { problems, interrupted, slowestMs } = await rounds(Number(count), Number(seed))
for (const problem of problems.slice(0, 20)) console.error(problem)
console.log(
  `${count} rounds from seed ${seed}: ${interrupted} tasks interrupted, all resumed at the latest ${slowestMs} ms after the next process began, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0

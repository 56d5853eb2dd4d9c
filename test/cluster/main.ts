import { rounds } from './rounds.js'

/**
 * `npm run test:cluster -- [rounds] [seed] [tasks] [faults] [deadly]`: four worker processes over one PostgreSQL. Without arguments: 1,000 tasks at
 * once with no fault and with five, then 200 rounds of 24 tasks with two faults each, of which twenty have one fault and a task that kills its workers.
 */
const [count, seed = '1', tasks = '24', faults = '2', deadly = '0'] = process.argv.slice(2)
const all = count
  ? [{ rounds: Number(count), tasks: Number(tasks), faults: Number(faults), deadly: Number(deadly) }]
  : [
      { rounds: 1, tasks: 1_000, faults: 0 },
      { rounds: 1, tasks: 1_000, faults: 5 },
      { rounds: 180, tasks: 24, faults: 2 },
      { rounds: 20, tasks: 24, faults: 1, deadly: 1 },
    ]
for (const one of all) {
  const found = await rounds({ ...one, seed: Number(seed), workers: 4 })
  for (const problem of found.problems.slice(0, 20)) console.error(problem)
  const { problems, ms, ...rest } = found
  console.log(
    `${one.rounds} × ${one.tasks} tasks, seed ${seed}, ${(ms / 1_000).toFixed(0)} s: ${problems.length} problems`,
  )
  console.log(JSON.stringify(rest))
  if (problems.length > 0) process.exitCode = 1
}

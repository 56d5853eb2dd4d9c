/**
 * What a journal adds to a task: instances with and without one take turns in one process, so that what else the machine does
 * hits them alike. Prints rows of CPU and wall ms.
 *
 *     journals.mjs DIRECTORY ROUNDS TASKS WARM
 */
const { contender } = await import(new URL('artoo.mjs', import.meta.url))

const [directory, ...numbers] = process.argv.slice(2)
const [rounds, tasks, warm] = numbers.map(Number)
const kinds = ['none', 'memory', 'files', 'level']
const runners = kinds.map((journal) => contender({ journal, directory, remembers: false }))

async function run({ task }, count) {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  for (let index = 0; index < count; index++) await task()
  const { user, system } = process.cpuUsage(cpu)
  return [(user + system) / 1000 / count, (performance.now() - start) / count]
}

async function inTurn(those) {
  const results = []
  for (const runner of those) results.push(await run(runner, tasks))
  return results
}

const added = kinds.slice(1).map(() => [[], []])
for (const runner of runners) await run(runner, warm)
for (let round = 0; round < rounds; round++) {
  const [none, ...others] = await inTurn(runners)
  for (const [index, other] of others.entries()) {
    for (const unit of [0, 1]) added[index][unit].push(other[unit] - none[unit])
  }
}

const median = (all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)].toFixed(2)
for (const [index, [cpu, wall]] of added.entries()) {
  console.log(`| a journal, ${kinds[index + 1]}, adds to a task | ${median(cpu)} | ${median(wall)} |`)
}
for (const { close } of runners) await close()
process.exit()

/**
 * `npm run bench:cluster`: worker processes over one PostgreSQL, with a model that takes 200 ms. Tasks a second by 1, 2 and 4 workers, statements
 * of a task, milliseconds from `submit` to start, and the CPU time that a journal adds. `-- --quick` takes a tenth of the tasks.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { startServer } from '../packages/postgres/test/server.js'
import { type CrewFound, crewOf } from './cluster/crew.js'
import { heldBytes } from './cluster/held-bytes.js'
import { journalCosts } from './cluster/journals.js'
import { versionOf } from './cluster/server-use.js'
import { percentile, printTable } from './statistics.js'

/** Tasks at once in a worker: few enough that two cores carry four workers, the server and the client. */
const concurrency = 3
const latencyMs = 200

const isQuick = process.argv.includes('--quick')
const many = (count: number) => (isQuick ? Math.ceil(count / 10) : count)

const server = await startServer({ isDurable: true })
const { connectionString } = server
const work = { connectionString, concurrency, latencyMs }
try {
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown make'}`
  const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  console.log(`${machine}, Node ${process.version}, PostgreSQL ${await versionOf(connectionString)}, ${load()}`)

  const rounds: CrewFound[][] = []
  for (let round = 0; round < 3; round++) {
    const found: CrewFound[] = []
    for (const workers of [1, 2, 4]) {
      found.push(await crewOf({ ...work, workers, tasks: many(workers * 75), everyMs: 0, isAwaited: false }))
    }
    rounds.push(found)
  }
  // The middle one of three: other programs take time, too.
  const full = [0, 1, 2].map((index) => {
    const found = rounds.flatMap((round) => round[index] ?? [])
    return found.sort((one, other) => one.rate - other.rate)[1] as CrewFound
  })
  const one = full[0]?.rate ?? 0
  printTable(
    `Tasks a second, ${concurrency} at once in a worker`,
    [
      'workers',
      'tasks a second',
      'of linear',
      'busy cores, others included',
      'worker CPU a task, ms',
      'server CPU, ms',
      'client CPU, ms',
    ],
    full.map(({ rate, workers, busyCores, workerCpuMs, serverCpuMs, clientCpuMs }) => [
      ...[workers, rate, rate / one / workers, busyCores, workerCpuMs, serverCpuMs, clientCpuMs],
    ]),
  )
  console.log(load())

  const most = await crewOf({ ...work, workers: 2, concurrency: 100, tasks: many(1_500), everyMs: 0, isAwaited: false })
  const { rate, busyCores, workerCpuMs, serverCpuMs } = most
  const cpu = `CPU a task ${workerCpuMs.toFixed(1)} ms in a worker, ${serverCpuMs.toFixed(1)} ms in the server`
  const cores = `of ${availableParallelism()} cores ${busyCores.toFixed(1)} are busy`
  console.log(`\n2 workers with 100 tasks at once each: ${rate.toFixed(0)} tasks a second, ${cpu}; ${cores}, ${load()}`)

  const light: CrewFound[] = []
  for (const workers of [1, 4])
    light.push(await crewOf({ ...work, workers, tasks: many(200), everyMs: 200, isAwaited: true }))
  printTable(
    'A task every 200 ms: milliseconds from submit to start',
    ['workers', 'p50', 'p99', 'most'],
    light.map(({ workers, starts }) => [workers, ...[0.5, 0.99, 1].map((share) => percentile(starts, share))]),
  )
  console.log(load())

  printTable(
    'What a task asks of the server',
    ['workers', 'tasks a second', 'statements', 'by the client', 'transactions', 'log, kB', 'tables, kB', 'by workers'],
    [...full, ...light].map(({ workers, rate, byKind, clientStatements, transactions, logBytes, tableBytes }) => {
      const kinds = Object.entries(byKind).sort(([, one], [, other]) => other - one)
      const words = kinds.map(([kind, count]) => `${kind} ${count.toFixed(1)}`).join(', ')
      const statements = clientStatements + kinds.reduce((sum, [, count]) => sum + count, 0)
      return [workers, rate, statements, clientStatements, transactions, logBytes / 1e3, tableBytes / 1e3, words]
    }),
  )

  const costs = await journalCosts(connectionString, many(10))
  printTable(
    'CPU a task, ms, with a model that answers at once',
    ['journal', 'CPU', 'more than without', 'CPU of the server'],
    costs.map(({ name, cpuMs, moreMs, serverCpuMs }) => [name, cpuMs, moreMs, serverCpuMs]),
  )
  const kB = (await heldBytes(connectionString, many(1_000))) / 1e3
  console.log(`\n${kB.toFixed(0)} kB of memory in a worker for a task whose model is asked\n${load()}`)
} finally {
  await server.stop()
}

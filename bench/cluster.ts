/**
 * `npm run bench:cluster`: worker processes over one PostgreSQL, with a model that takes 200 ms. Tasks a second by 1, 2 and 4 workers, statements
 * of a task, milliseconds from `submit` to start, and the CPU time that a journal adds. `-- --quick` takes a tenth of the tasks.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { startServer } from '../packages/postgres/test/server.js'
import { type CrewFound, crewOf } from './cluster/crew.js'
import { journalCosts } from './cluster/journals.js'
import { versionOf } from './cluster/server-use.js'
import { percentile, printTable } from './statistics.js'

/** Tasks at once in a worker: few enough that two cores carry four workers, the server and the client. */
const concurrency = 5
const latencyMs = 200

const isQuick = process.argv.includes('--quick')
const many = (count: number) => (isQuick ? Math.ceil(count / 10) : count)

const server = await startServer()
const { connectionString } = server
const work = { connectionString, concurrency, latencyMs, isAwaited: true }
try {
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown make'}`
  const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  console.log(`${machine}, Node ${process.version}, PostgreSQL ${await versionOf(connectionString)}, ${load()}`)

  const full: CrewFound[] = []
  for (const workers of [1, 2, 4]) {
    full.push(await crewOf({ ...work, workers, tasks: many(workers * 250), everyMs: 0 }))
  }
  const one = full[0]?.rate ?? 0
  printTable(
    `Tasks a second, ${concurrency} at once in a worker`,
    ['workers', 'tasks a second', 'of linear', 'worker CPU a task, ms', 'server CPU, ms', 'client CPU, ms'],
    full.map(({ rate, workers, workerCpuMs, serverCpuMs, clientCpuMs }) => [
      ...[workers, rate, rate / one / workers, workerCpuMs, serverCpuMs, clientCpuMs],
    ]),
  )
  console.log(load())

  const light: CrewFound[] = []
  for (const workers of [1, 4]) light.push(await crewOf({ ...work, workers, tasks: many(200), everyMs: 200 }))
  printTable(
    'A task every 200 ms: milliseconds from submit to start',
    ['workers', 'p50', 'p99', 'most'],
    light.map(({ workers, starts }) => [workers, ...[0.5, 0.99, 1].map((share) => percentile(starts, share))]),
  )
  console.log(load())

  const all = [...full, ...light]
  printTable(
    'What a task asks of the server',
    [
      'workers',
      'tasks a second',
      'statements',
      'transactions',
      'log, kB',
      'tables, kB',
      'statements of workers by kind',
    ],
    all.map(({ workers, rate, statements, transactions, logBytes, tableBytes, byKind }) => [
      ...[workers, rate, statements, transactions, logBytes / 1e3, tableBytes / 1e3],
      Object.entries(byKind)
        .map(([kind, count]) => `${kind} ${count.toFixed(2)}`)
        .join(', '),
    ]),
  )

  const costs = await journalCosts(connectionString, many(20))
  printTable(
    'CPU a task, ms, with a model that answers at once',
    ['journal', 'CPU', 'more than without', 'CPU of the server'],
    costs.map(({ name, cpuMs, moreMs, serverCpuMs }) => [name, cpuMs, moreMs, serverCpuMs]),
  )
  console.log(load())
} finally {
  await server.stop()
}

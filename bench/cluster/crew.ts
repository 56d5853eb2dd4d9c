import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { postgres } from '@artoo/postgres'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { countedPool } from './counted-pool.js'
import { greeter } from './greeter.js'
import { bytesIn, serverUse } from './server-use.js'

export interface CrewOptions {
  readonly connectionString: string
  readonly workers: number
  readonly concurrency: number
  readonly latencyMs: number
  readonly tasks: number
  /** Milliseconds between two submissions; 0 for all at once. */
  readonly everyMs: number
  /** Whether the client awaits each result; otherwise it asks for the counts of the queue. */
  readonly isAwaited: boolean
}

export interface CrewFound {
  readonly workers: number
  /** Tasks a second, from the first submission to the last end. */
  readonly rate: number
  /** Milliseconds from `submit` to the first line of a run, ascending. */
  readonly starts: readonly number[]
  /** Cores that all processes of the machine kept busy, others included. */
  readonly busyCores: number
  /** CPU, transactions, log and statements of one task. */
  readonly workerCpuMs: number
  readonly clientCpuMs: number
  readonly serverCpuMs: number
  readonly transactions: number
  readonly logBytes: number
  readonly tableBytes: number
  /** Statements of the client that submits and waits. */
  readonly clientStatements: number
  /** Statements of the workers, by kind. */
  readonly byKind: Readonly<Record<string, number>>
}

let schemas = 0

/** Tasks over worker processes, which share tables of their own. */
export async function crewOf(options: CrewOptions): Promise<CrewFound> {
  const { connectionString, workers, concurrency, latencyMs, tasks, everyMs, isAwaited } = options
  const schema = `bench_${++schemas}`
  const { pool, counts } = countedPool(connectionString, 10)
  const db = await postgres({ pool, schema })
  const artoo = greeter(0, { journal: db.journal, queue: db.queue })
  const script = await bundled(new URL('worker.ts', import.meta.url))
  const words = [script, connectionString, schema, String(latencyMs), String(concurrency)]
  const crew = Array.from({ length: workers }, () => workerProcess(words))
  const idle = await Promise.all(crew.map(({ told }) => told()))
  const [before, clientBefore] = [await serverUse(connectionString), process.cpuUsage()]
  const busyBefore = busyMs()
  const [began, submittedAt] = [performance.now(), new Map<string, number>()]
  const handles = []
  for (let number = 0; number < tasks; number++) {
    if (everyMs > 0) await pause(began + number * everyMs - performance.now())
    const at = Date.now()
    const handle = artoo.submit(`Greet guest-${number}.`)
    submittedAt.set(handle.taskId, at)
    handles.push(handle)
    // Submissions of one client go out side by side, but not all in one tick.
    if (number % 10 === 9) await handle.submitted
  }
  if (isAwaited) await Promise.all(handles)
  else while ((await db.queue.counts()).done < tasks) await pause(100)
  const busyCores = (busyMs() - busyBefore) / (performance.now() - began)
  const ends: number[] = []
  for await (const { endedAt } of db.queue.jobs({ state: 'done' })) ends.push(endedAt ?? 0)
  const starts: number[] = []
  for await (const { taskId, startedAt } of db.journal.list()) starts.push(startedAt - (submittedAt.get(taskId) ?? 0))
  const client = process.cpuUsage(clientBefore)
  const ended = await Promise.all(crew.map(({ end }) => end()))
  const after = await serverUse(connectionString)
  const tableBytes = await bytesIn(connectionString, schema)
  await artoo.close()
  await db.close()
  await pool.end()
  const first = Math.min(...submittedAt.values())
  const ofWorkers = ended.map((one) => one.counts ?? {})
  const byKind = Object.fromEntries(
    [...new Set(ofWorkers.flatMap(Object.keys))].map((kind) => [
      kind,
      sum(ofWorkers.map((of) => of[kind] ?? 0)) / tasks,
    ]),
  )
  return {
    workers,
    rate: (tasks / (Math.max(...ends) - first)) * 1_000,
    starts: starts.sort((one, other) => one - other),
    busyCores,
    workerCpuMs: (sum(ended.map(({ cpuMs }) => cpuMs)) - sum(idle.map(({ cpuMs }) => cpuMs))) / tasks,
    clientCpuMs: (client.user + client.system) / 1_000 / tasks,
    serverCpuMs: (after.cpuMs - before.cpuMs) / tasks,
    transactions: (after.transactions - before.transactions) / tasks,
    logBytes: (after.logBytes - before.logBytes) / tasks,
    tableBytes: tableBytes / tasks,
    clientStatements: sum(Object.values(counts)) / tasks,
    byKind,
  }
}

interface Told {
  readonly cpuMs: number
  readonly counts?: Readonly<Record<string, number>>
}

function workerProcess(words: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const told = () =>
    new Promise<Told>((resolve) => child.stdout?.once('data', (data) => resolve(JSON.parse(String(data)))))
  return {
    told,
    async end(): Promise<Told> {
      const [last, gone] = [told(), new Promise((resolve) => child.once('exit', resolve))]
      child.kill('SIGTERM')
      await gone
      return last
    },
  }
}

const busyMs = () => sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ArtooDatabase, postgres } from '@artoo/postgres'
import { createArtoo, type FinalResult, type PersonAnswer, readEvents, type TaskHandle } from '@artoo/sdk'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { startServer, type TestServer } from '../../packages/postgres/test/server.js'
import { randomFrom } from '../permissions/fuzz.js'
import { payingModel } from './paying-model.js'
import { type UnsteadyProxy, unsteadyProxy } from './unsteady-proxy.js'

export interface RoundOptions {
  readonly rounds: number
  readonly seed: number
  /** Tasks in a round. */
  readonly tasks: number
  readonly workers: number
  /** Faults in a round; 0 for a quiet one. */
  readonly faults: number
  /** Tasks of a round that kill each worker that has them. @defaultValue 0 */
  readonly deadly?: number
  readonly latencyMs?: number
  readonly concurrency?: number
  /** Milliseconds after which a round counts as hung. @defaultValue 120_000 */
  readonly patienceMs?: number
}

export interface RoundsFound {
  readonly problems: readonly string[]
  readonly faults: Readonly<Record<string, number>>
  readonly tasks: number
  /** Calls to the model beyond those that the tasks need: they were under way when their worker died. */
  readonly modelCallsAgain: number
  /** Executions of the tool that found its key used. */
  readonly paymentsCaught: number
  /** Questions that a person was asked about calls in doubt. */
  readonly questions: number
  readonly ms: number
}

const leaseMs = 1_500

type Random = () => number

/** Rounds of tasks over worker processes that are killed, stopped and cut off, and a database that is restarted. */
export async function rounds(options: RoundOptions): Promise<RoundsFound> {
  const { seed, workers, latencyMs = 200, concurrency = 10, patienceMs = 120_000 } = options
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'artoo-cluster-'))
  const server = await startServer()
  const proxy = await unsteadyProxy(server.connectionString)
  const db = await postgres({ connectionString: server.connectionString })
  const script = await bundled(new URL('worker.ts', import.meta.url))
  const began = performance.now()
  const counts: Record<string, number> = {}
  const found = { problems: [] as string[], tasks: 0, questions: 0 }
  const crew = Array.from({ length: workers }, (_, index) => {
    // Half of them reach the database by a way that is cut now and then.
    const { connectionString } = index % 2 === 0 ? server : proxy
    return workerProcess(script, [connectionString, 'artoo', folder, `${latencyMs}`, `${concurrency}`, `${leaseMs}`])
  })
  const artoo = createArtoo({
    ...{ depth: 'direct', dreamer: false, journal: db.journal, queue: db.queue },
    model: payingModel(0, () => {}),
  })
  const answering = answerQuestions(db, folder, (taskId, answers) => {
    found.questions++
    return artoo.answer(taskId, answers)
  })
  try {
    await Promise.all(crew.map(({ isReady }) => isReady()))
    for (let number = 1; number <= options.rounds; number++) {
      const handles = Array.from({ length: options.tasks }, (_, index) =>
        artoo.submit(`Pay invoice-${number}-${index}.`),
      )
      const deadly = Array.from({ length: options.deadly ?? 0 }, () => artoo.submit('Crash.'))
      await Promise.all([...handles, ...deadly].map(({ submitted }) => submitted))
      const harm = harmed({ crew, server, proxy, random, counts }, options.faults)
      const checks = Promise.all([checked(handles, number, db), givenUp(deadly)])
      const problems = await Promise.race([checks, hung([...handles, ...deadly], patienceMs)])
      await harm
      found.problems.push(...problems.flat().map((problem) => `round ${number}: ${problem}`))
      found.tasks += handles.length
    }
    found.problems.push(...ledgerProblems(folder, found.tasks))
    const needed = found.tasks * 2
    const calls = linesOf(folder, 'model.txt').length
    return {
      ...found,
      faults: counts,
      modelCallsAgain: calls - needed,
      paymentsCaught: linesOf(folder, 'calls.txt').length - linesOf(folder, 'paid.txt').length,
      ms: performance.now() - began,
    }
  } finally {
    await answering.stop()
    for (const one of crew) await one.end()
    await artoo.close().catch(() => {})
    await db.close().catch(() => {})
    await proxy.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Crewman {
  isReady(): Promise<void>
  /** Kills it, and starts another in its place. */
  kill(): Promise<void>
  /** Tells it to end, which it has to do by itself within 10 s. */
  drain(): Promise<void>
  /** Stops it for longer than its lease. */
  freeze(ms: number): Promise<void>
  end(): Promise<void>
}

/** A worker process that is started again whenever it ends, as a supervisor does: one that starts while the database is away ends at once. */
function workerProcess(script: string, words: readonly string[]): Crewman {
  let child: ChildProcess
  let gone: Promise<void>
  let isOver = false
  const start = () => {
    child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
    gone = new Promise((resolve) => child.once('exit', () => resolve()))
    void gone.then(() => isOver || setTimeout(start, 100))
  }
  start()
  return {
    isReady: () => new Promise((resolve) => child.stdout?.once('data', () => resolve())),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async drain() {
      child.kill('SIGTERM')
      const tooLong = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('a worker did not end within 10 s of its SIGTERM')), 10_000).unref()
      })
      await Promise.race([gone, tooLong])
    },
    async freeze(ms) {
      const frozen = child
      frozen.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      frozen.kill('SIGCONT')
    },
    async end() {
      isOver = true
      child.kill('SIGKILL')
      await gone
    },
  }
}

interface Harmed {
  readonly crew: readonly Crewman[]
  readonly server: TestServer
  readonly proxy: UnsteadyProxy
  readonly random: Random
  readonly counts: Record<string, number>
}

/** Does harm at random moments of the first second. */
async function harmed({ crew, server, proxy, random, counts }: Harmed, faults: number): Promise<void> {
  const one = () => crew[Math.floor(random() * crew.length)] as Crewman
  const kinds = {
    'SIGKILL of a worker': () => one().kill(),
    'SIGTERM of a worker': () => one().drain(),
    'SIGSTOP beyond the lease': () => one().freeze(leaseMs * (1.2 + random())),
    'restart of the database': () => server.restart(),
    'connections cut': async () => proxy.cut(),
    'connections stalled': async () => proxy.stall(leaseMs * 2 * random()),
  } as const
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  for (let number = 0; number < faults; number++) {
    await new Promise((resolve) => setTimeout(resolve, random() * 600))
    const name = names[Math.floor(random() * names.length)] as keyof typeof kinds
    counts[name] = (counts[name] ?? 0) + 1
    await kinds[name]()
  }
}

/** Waits for the results; returns what is wrong with them. */
async function checked(handles: readonly TaskHandle[], round: number, db: ArtooDatabase): Promise<readonly string[]> {
  const results = await Promise.all(
    handles.map((handle) =>
      handle.result.then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      ),
    ),
  )
  const problems: string[] = []
  for (const [index, outcome] of results.entries()) {
    const { taskId } = handles[index] as TaskHandle
    const wanted = `invoice-${round}-${index} is paid`
    if ('error' in outcome) problems.push(`${taskId} gave no result: ${String(outcome.error)}`)
    else if (!isRight(outcome.result, wanted)) problems.push(`${taskId} ended oddly: ${JSON.stringify(outcome.result)}`)
    const events = await readEvents(db.journal, taskId)
    const finals = events.filter(({ type }) => type === 'FinalResult').length
    const answers = events.filter(({ type }) => type === 'ModelReply').length
    if (finals !== 1) problems.push(`${taskId} has ${finals} results in its journal`)
    if (answers !== 2) problems.push(`${taskId} has ${answers} replies of the model in its journal`)
    const job = await db.queue.job(taskId)
    if (job?.state !== 'done') problems.push(`${taskId} is ${job?.state} in the queue`)
  }
  return problems
}

/** A task that kills its workers ends as a failed one after three of them, or after some more when others killed them meanwhile. */
async function givenUp(deadly: readonly TaskHandle[]): Promise<readonly string[]> {
  const problems = deadly.map(async (handle) => {
    const { status, reason } = await handle.result.catch(() => ({ status: 'rejected', reason: null }) as const)
    const { state, claims } = await handle.job()
    const isRight = status === 'failed' && reason === 'aborted' && state === 'dead' && claims >= 4
    return isRight ? [] : [`a deadly task is ${state} after ${claims} claims: ${status} ${reason}`]
  })
  return (await Promise.all(problems)).flat()
}

const isRight = ({ status, output }: FinalResult, wanted: string) => status === 'complete' && output === wanted

function hung(handles: readonly TaskHandle[], ms: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    setTimeout(async () => {
      const jobs = await Promise.all(handles.map((handle) => handle.job().catch(String)))
      const open = jobs.filter((job) => typeof job === 'string' || job.endedAt === null)
      resolve([`hung, ${open.length} of ${jobs.length} are open: ${JSON.stringify(open[0])}`])
    }, ms).unref()
  })
}

/** A person who looks at the ledger: a call in doubt that was carried out is not made again. */
function answerQuestions(
  db: ArtooDatabase,
  folder: string,
  answer: (taskId: string, answers: Readonly<Record<string, PersonAnswer>>) => Promise<void>,
) {
  let isOver = false
  async function look(): Promise<void> {
    const paid = new Set(linesOf(folder, 'paid.txt'))
    for await (const { taskId, requests } of db.queue.jobs({ state: 'waiting' })) {
      const answers: Record<string, PersonAnswer> = {}
      for (const request of requests) {
        const invoice = /invoice-[\d-]+\d/.exec(JSON.stringify(request))?.[0] ?? ''
        answers[request.id] = paid.has(invoice) ? { allow: false, done: true, note: 'paid', by: 'Ada' } : true
      }
      // Another look may have answered meanwhile.
      await answer(taskId, answers).catch(() => {})
    }
  }
  const looking = (async () => {
    while (!isOver) {
      await look().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  })()
  return {
    stop() {
      isOver = true
      return looking
    },
  }
}

function linesOf(folder: string, name: string): readonly string[] {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

/** Each invoice is paid, and once. */
function ledgerProblems(folder: string, tasks: number): readonly string[] {
  const paid = linesOf(folder, 'paid.txt')
  const twice = paid.filter((invoice, index) => paid.indexOf(invoice) !== index)
  const problems = twice.map((invoice) => `${invoice} was paid twice`)
  return paid.length === tasks ? problems : [...problems, `${paid.length} payments for ${tasks} tasks`]
}

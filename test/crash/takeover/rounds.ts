/** Rounds in which two processes reach for one task: what they pay, and what its journal says afterwards. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JournalLine, readEvents, replayRun } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { systemClock } from '@artoo/spec'
import { bundled } from '../../../packages/mkct/test/support/bundled.js'
import { boss, errands } from '../../../packages/runtime/test/errand.js'
import type { Command, FromHost, Request, ToHost } from './protocol.js'

/** Counts of all rounds of a kind. */
export interface Tally {
  rounds: number
  /** Rounds in which the first owner was stopped or outrun before it had paid. */
  outrun: number
  /** Payments of a first owner that had looked, was stopped, and woke up to pay again what its successor had paid. */
  window: number
  problems: string[]
}

/** Steps of a task, its payments in the order of the model. */
const longTask = ['call pay:1', 'wait 2', 'call pay:2,pay:3', 'wait 2', 'call pay:4']
const payments = [1, 2, 3, 4]

interface World {
  readonly fenced: boolean
  fence: number
  readonly paid: { readonly n: number; readonly by: number }[]
  onLook: (by: number) => void
}

interface Host {
  readonly pid: number
  play(command: Command, world: World): { readonly begun: Promise<string>; readonly ended: Promise<string> }
  close(): void
}

function answer(world: World, request: Request): boolean {
  const { n, fence } = request
  if (request.kind === 'look') {
    world.fence = Math.max(world.fence, fence)
    world.onLook(fence)
    return request.unsure && world.paid.some((one) => one.n === n)
  }
  if (world.fenced && fence < world.fence) return false
  world.fence = Math.max(world.fence, fence)
  world.paid.push({ n, by: fence })
  return true
}

function startHost(file: string): Host {
  const child: ChildProcess = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = (message: ToHost) => child.send(message)
  return {
    pid: child.pid ?? 0,
    play(command, world) {
      let onBegun: (taskId: string) => void = () => {}
      const begun = new Promise<string>((resolve) => {
        onBegun = resolve
      })
      const ended = new Promise<string>((resolve, reject) => {
        child.once('exit', () => reject(new Error('a host died')))
        child.on('message', function hear(message: FromHost) {
          if (message.round !== command.round) return
          if (message.kind === 'begun') onBegun(message.taskId)
          if (message.kind === 'request') {
            send({ kind: 'answer', id: message.id, value: answer(world, message.request) })
          }
          if (message.kind !== 'ended') return
          child.removeAllListeners('exit')
          child.off('message', hear)
          resolve(message.outcome)
        })
      })
      send({ kind: 'command', command })
      return { begun, ended }
    },
    close: () => child.kill('SIGKILL'),
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 5_000; tries++) {
    if (isSo()) return
    await pause(1)
  }
  throw new Error('waited for 5 s')
}

/** Linux: `T` is stopped. */
const isStopped = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** Stops a process some milliseconds after its person has looked. */
async function stopSoon({ pid }: Host, looked: Promise<void>, ms: number): Promise<void> {
  await looked
  const moment = performance.now() + ms
  while (performance.now() < moment) await new Promise((resolve) => setImmediate(resolve))
  process.kill(pid, 'SIGSTOP')
}

const isLost = (outcome: string) => outcome === 'taken_over'

async function problemsOf(directory: string, taskId: string): Promise<readonly string[]> {
  const journal = fileJournal(directory)
  const results = (await readEvents(journal, taskId)).filter(({ type }) => type === 'Outcome').length
  for await (const task of errands({ journal }).runtime.tasks()) if (task.epoch > 2) throw new Error('claimed twice')
  const { system } = errands()
  const { parting } = await replayRun(journal, taskId, { system, deciders: () => [boss] })
  return [
    ...(results === 1 ? [] : [`there are ${results} results`]),
    ...(parting ? [`its replay parts at event ${parting.seq}, ${parting.logged.type}`] : []),
  ]
}

/** The lines of a task whose owner is dead, long before its lease is over. */
async function deadTask(root: string) {
  const journal = fileJournal(join(root, 'dead'))
  const { run, runtime } = errands({ journal, clock: systemClock(), ids: () => crypto.randomUUID() })
  const handle = run(['wait 2', 'call pay:1'])
  for await (const { type } of handle) if (type === 'TimerRequest') break
  const lines: JournalLine[] = []
  for await (const line of journal.read(handle.taskId)) lines.push(line)
  await runtime.close()
  const asked = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'TimerRequest')
  return { taskId: handle.taskId, lines: lines.slice(0, asked + 1) }
}

export interface Arena {
  readonly tally: { readonly races: Tally; readonly slow: Tally; readonly stopped: Tally; readonly fenced: Tally }
  /** Two processes take over from one that is dead, at once. */
  race(): Promise<void>
  /** A process is taken over while it works. */
  slow(): Promise<void>
  /** A process is stopped around the yes and the deed, taken over, and woken. */
  stop(options: { readonly fenced: boolean }): Promise<void>
  close(): Promise<void>
}

export async function openArena(random: () => number): Promise<Arena> {
  const root = await mkdtemp(join(tmpdir(), 'artoo-takeovers-'))
  const file = await bundled(new URL('host.ts', import.meta.url))
  const [first, second, third] = [startHost(file), startHost(file), startHost(file)]
  const newTally = (): Tally => ({ rounds: 0, outrun: 0, window: 0, problems: [] })
  const tally = { races: newTally(), slow: newTally(), stopped: newTally(), fenced: newTally() }
  let rounds = 0
  const dead = await deadTask(root)

  async function newRound(fenced: boolean, steps: readonly string[]) {
    const directory = await mkdtemp(join(root, 'round-'))
    const command: Command = { round: ++rounds, directory, steps, takeOver: null, stopsAt: null }
    const world: World = { fenced, fence: 0, paid: [], onLook: () => {} }
    return { command, world }
  }

  /** What is paid twice by an owner that had looked is counted, everything else is a problem. */
  async function judge(
    kind: keyof typeof tally,
    { command, world }: Awaited<ReturnType<typeof newRound>>,
    taskId: string,
    wanted: readonly number[],
  ) {
    const counts = tally[kind]
    counts.rounds++
    const late = world.paid.filter(
      ({ n, by }, index) => by === 1 && world.paid.slice(0, index).some((one) => one.n === n && one.by > 1),
    )
    counts.window += late.length
    const paid = world.paid.filter((one) => !late.includes(one)).map(({ n }) => n)
    const found = [
      ...(await problemsOf(command.directory, taskId)),
      ...(paid.join() === wanted.join() ? [] : [`paid was ${paid.join()}`]),
      ...(late.length > 0 && kind !== 'stopped' && kind !== 'slow'
        ? [`paid twice: ${late.map(({ n }) => n).join()}`]
        : []),
    ]
    counts.problems.push(...found.map((problem) => `${kind} ${command.round}: ${problem} (${command.directory})`))
    if (found.length === 0) await rm(command.directory, { recursive: true })
  }

  return {
    tally,
    async race() {
      const round = await newRound(false, [])
      const { taskId } = dead
      await fileJournal(round.command.directory).append(taskId, dead.lines)
      const again = { ...round.command, takeOver: { taskId, epoch: 1 } }
      const jitter = random() * 6 - 2
      const rivals = [first, second, third].map(async (host, index) => {
        if (jitter > 0) await pause(jitter * index)
        return host.play(again, round.world).ended
      })
      const outcomes = (await Promise.all(rivals)).sort().join()
      // Whoever claims it behind its end is given the result.
      if (!/^done(,done|,task_leased)*$/.test(outcomes)) {
        tally.races.problems.push(`races ${round.command.round}: they ended as ${outcomes}`)
      }
      await judge('races', round, taskId, [1])
    },
    async slow() {
      const round = await newRound(false, longTask)
      const own = first.play(round.command, round.world)
      const taskId = await own.begun
      await pause(random() * 12)
      const other = second.play({ ...round.command, takeOver: { taskId, epoch: 1 } }, round.world)
      const [mine, theirs] = await Promise.all([own.ended, other.ended])
      if (isLost(mine)) tally.slow.outrun++
      else if (mine !== 'done') tally.slow.problems.push(`slow ${round.command.round}: it ended as ${mine}`)
      if (theirs !== 'done') tally.slow.problems.push(`slow ${round.command.round}: the successor ended as ${theirs}`)
      await judge('slow', round, taskId, payments)
    },
    async stop({ fenced }) {
      const kind = fenced ? 'fenced' : 'stopped'
      const round = await newRound(fenced, ['call pay:1'])
      const draw = random()
      // Without a fence, what is stopped in its tool pays twice: that is known, and only met by chance here.
      const stopsAt = draw < 0.4 ? 'yes' : draw < 0.7 && fenced ? 'deed' : null
      const looked = new Promise<void>((resolve) => {
        round.world.onLook = () => resolve()
      })
      const own = first.play({ ...round.command, stopsAt }, round.world)
      const taskId = await own.begun
      if (stopsAt === null) await stopSoon(first, looked, random() * 3)
      await until(() => isStopped(first.pid))
      const hadPaid = round.world.paid.length > 0
      const theirs = await second.play({ ...round.command, takeOver: { taskId, epoch: 1 } }, round.world).ended
      process.kill(first.pid, 'SIGCONT')
      const mine = await own.ended
      if (!hadPaid) tally[kind].outrun++
      if (theirs !== 'done')
        tally[kind].problems.push(`${kind} ${round.command.round}: the successor ended as ${theirs}`)
      if (!hadPaid && !isLost(mine)) tally[kind].problems.push(`${kind} ${round.command.round}: it ended as ${mine}`)
      await judge(kind, round, taskId, [1])
    },
    async close() {
      for (const host of [first, second, third]) host.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

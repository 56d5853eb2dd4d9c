import {
  type Artoo,
  ArtooError,
  createArtoo,
  type FinalResult,
  type Interrupted,
  isInterrupted,
  type RunEvent,
} from '@artoo/sdk'
import { errorCode } from '@artoo/spec'
import type { HostileCase, HostileTask, Moment } from './cases.js'
import { afterCounted } from './counted-clock.js'

/** A handle of a task that is begun, or gone on with. */
interface Handle extends PromiseLike<unknown>, AsyncIterable<RunEvent> {
  readonly taskId: string
  readonly events: readonly RunEvent[]
  interrupt(): void
  send(text: string): Promise<void>
}

/** How a task left its first process. */
export interface Left {
  readonly outcome: Interrupted
  readonly events: readonly RunEvent[]
}

/** How a task came out: with a result or an error, in its first process or in the one that went on with it. */
export interface Ended {
  readonly task: HostileTask
  /** Of the process in which it ended. */
  readonly handle: Handle
  readonly left: Left | null
  readonly result: FinalResult | null
  /** What the handle rejected with. */
  readonly error: unknown
  readonly tookMs: number
  /** Of that, how long the process was busy otherwise. */
  readonly lagMs: number
}

export interface CaseRun {
  readonly ended: readonly Ended[]
  /** What `close()` rejected with; undefined when it didn't. */
  readonly closeError: unknown
  readonly notes: readonly string[]
}

/** Nothing takes longer, in time that is counted as `counted-clock.ts` does. */
const foreverMs = 30_000

/** `lag`: milliseconds that the process has been late so far. */
export async function runCase({ options, mended, tasks, closeAt }: HostileCase, lag: () => number): Promise<CaseRun> {
  const notes: string[] = []
  const artoo = createArtoo(options)
  let successor: Artoo | undefined
  const close = () => settling(artoo.close())
  const goOn = (taskId: string) => {
    successor ??= createArtoo(mended ?? options)
    return goneOnWith(successor, taskId)
  }
  const running = tasks.flatMap((task) => {
    const timed = stopwatch(lag)
    const handle = start(artoo, task, notes)
    return handle ? [{ handle, ended: follow(handle, task, timed, goOn) }] : []
  })
  const handles = running.map(({ handle }) => handle)
  if (closeAt) at(closeAt, handles, () => void close())
  const ended = await Promise.all(running.map(({ ended }) => ended))
  if (closeAt === null) await settling(artoo.audit())
  const closed = [await close(), ...(successor ? [await settling(successor.close())] : [])]
  notes.push(...(runsAfterClose(artoo) ? ['a task was started after close()'] : []))
  return { ended, closeError: closed.find(({ error }) => error)?.error, notes }
}

function start(artoo: Artoo, task: HostileTask, notes: string[]): Handle | null {
  const { text, options, abort, interruptAt, words } = task
  if (abort?.at === 'before') abort.controller.abort()
  try {
    const handle = artoo.run(text, options)
    if (abort) at(abort.at, [handle], () => abort.controller.abort(new Error('the user went home')))
    for (const { text, at: moment } of words) {
      at(moment, [handle], () => handle.send(text).catch((error: unknown) => noteRefusal(error, notes)))
    }
    if (interruptAt) at(interruptAt, [handle], () => handle.interrupt())
    if (task.readsUntil !== null) void read(handle, task.readsUntil)
    return handle
  } catch (error) {
    notes.push(`run() threw ${String(error)}`)
    return null
  }
}

/** Words may be empty or too many, and come too late. */
function noteRefusal(error: unknown, notes: string[]): void {
  if (['invalid_input', 'task_ended', 'journal_failed'].includes(errorCode(error) ?? '')) return
  notes.push(`send() rejected with ${String(error)}`)
}

/** In an object, since a handle would be awaited. */
async function goneOnWith(artoo: Artoo, taskId: string): Promise<{ readonly handle: Handle }> {
  let takeOver: number | undefined
  for await (const known of artoo.tasks()) if (known.taskId === taskId) takeOver = known.epoch
  return { handle: artoo.resume(taskId, { takeOver }) }
}

function stopwatch(lag: () => number) {
  const began = { at: performance.now(), lag: lag() }
  return () => ({ tookMs: performance.now() - began.at, lagMs: lag() - began.lag })
}

const errorOnly = (error: unknown): Settled => ({ error })

type GoOn = (taskId: string) => Promise<{ readonly handle: Handle }>

/** What is interrupted is gone on with at once, as the handle says that it can be. */
async function follow(
  first: Handle,
  task: HostileTask,
  timed: ReturnType<typeof stopwatch>,
  goOn: GoOn,
): Promise<Ended> {
  let handle = first
  let settled = await settling(first)
  let left: Left | null = null
  if (isInterrupted(settled.value)) {
    left = { outcome: settled.value, events: [...first.events] }
    settled = await goOn(first.taskId).then((gone) => {
      handle = gone.handle
      return settling(handle)
    }, errorOnly)
  }
  const { value, error } = settled
  const result = value === undefined || isInterrupted(value) ? null : (value as FinalResult)
  return { task, handle, left, result, error: error ?? (result ? undefined : value), ...timed() }
}

interface Settled {
  readonly value?: unknown
  readonly error?: unknown
}

function settling(work: PromiseLike<unknown>): Promise<Settled> {
  return new Promise((resolve) => {
    const cancel = afterCounted(foreverMs, () => resolve({ error: new Error('not settled after half a minute') }))
    const settle = (settled: Settled) => {
      cancel()
      resolve(settled)
    }
    work.then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error: error ?? new Error('rejected with nothing') }),
    )
  })
}

function at(moment: Moment, handles: readonly Handle[], act: () => void): void {
  if (moment === 'before') act()
  else if ('afterMs' in moment) setTimeout(act, moment.afterMs)
  else for (const handle of handles) void read(handle, moment.afterEvents, act)
}

/** Reads so many events, then acts and leaves. */
async function read(handle: Handle, events: number, act: () => void = () => {}): Promise<void> {
  let left = events
  for await (const _ of handle) {
    if (--left > 0) continue
    act()
    return
  }
}

function runsAfterClose(artoo: Artoo): boolean {
  try {
    artoo.run('again')
    return true
  } catch (error) {
    return !ArtooError.isInstance(error) || error.code !== 'closed'
  }
}

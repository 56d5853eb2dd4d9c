import { type Artoo, ArtooError, createArtoo, type FinalResult, type RunHandle } from '@artoo/sdk'
import type { HostileCase, HostileTask, Moment } from './cases.js'
import { afterCounted } from './counted-clock.js'

/** How a task came out: one of the first two. */
export interface Ended {
  readonly task: HostileTask
  readonly handle: RunHandle
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
export async function runCase({ options, tasks, closeAt }: HostileCase, lag: () => number): Promise<CaseRun> {
  const notes: string[] = []
  const artoo = createArtoo(options)
  const close = () => settling(artoo.close())
  const running = tasks.flatMap((task) => {
    const began = { at: performance.now(), lag: lag() }
    const handle = start(artoo, task, notes)
    return handle ? [follow(handle, task, began, lag)] : []
  })
  const handles = running.map(({ handle }) => handle)
  if (closeAt) at(closeAt, handles, () => void close())
  const ended = await Promise.all(running.map(({ ended }) => ended))
  if (closeAt === null) await settling(artoo.audit())
  const closed = await close()
  notes.push(...(runsAfterClose(artoo) ? ['a task was started after close()'] : []))
  return { ended, closeError: closed.error, notes }
}

function start(artoo: Artoo, task: HostileTask, notes: string[]): RunHandle | null {
  const { text, options, abort } = task
  if (abort?.at === 'before') abort.controller.abort()
  try {
    const handle = artoo.run(text, options)
    if (abort) at(abort.at, [handle], () => abort.controller.abort(new Error('the user went home')))
    if (task.readsUntil !== null) void read(handle, task.readsUntil)
    return handle
  } catch (error) {
    notes.push(`run() threw ${String(error)}`)
    return null
  }
}

function follow(handle: RunHandle, task: HostileTask, began: { at: number; lag: number }, lag: () => number) {
  const ended = settling(Promise.resolve(handle)).then((outcome): Ended => {
    const tookMs = performance.now() - began.at
    const result = 'value' in outcome ? (outcome.value as FinalResult) : null
    return { task, handle, result, error: outcome.error, tookMs, lagMs: lag() - began.lag }
  })
  return { handle, ended }
}

type Settled<T> = { readonly value: T; readonly error?: undefined } | { readonly error: unknown }

function settling<T>(work: Promise<T>): Promise<Settled<T>> {
  return new Promise((resolve) => {
    const cancel = afterCounted(foreverMs, () => resolve({ error: new Error('not settled after half a minute') }))
    const settle = (settled: Settled<T>) => {
      cancel()
      resolve(settled)
    }
    work.then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error: error ?? new Error('rejected with nothing') }),
    )
  })
}

function at(moment: Moment, handles: readonly RunHandle[], act: () => void): void {
  if (moment === 'before') act()
  else if ('afterMs' in moment) setTimeout(act, moment.afterMs)
  else for (const handle of handles) void read(handle, moment.afterEvents, act)
}

/** Reads so many events, then acts and leaves. */
async function read(handle: RunHandle, events: number, act: () => void = () => {}): Promise<void> {
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

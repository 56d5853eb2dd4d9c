import { ArtooError, errorCode, systemClock } from '@artoo/spec'
import { uuidv7 } from 'uuidv7'
import { agree } from './align/agree.js'
import { aligned, confirmed } from './align/aligned.js'
import { type Plan, readPlan } from './align/plan.js'
import { type LoopHandle, loopHandle } from './loop-handle.js'
import type { AgentLoopOptions } from './options.js'
import { type LoopRun, runLoop } from './run-loop.js'
import type { Change } from './state/events.js'
import type { StateFile } from './state/state-file.js'
import type { LoopRequest } from './state-store.js'
import type { Landing } from './workspaces.js'

export interface AgentLoop {
  /**
   * Agrees on a job, and gives the state that may start. In words it is talked over with whoever answers `clarify`, until there
   * is a plan that they say yes to.
   *
   * @throws {ArtooError} `invalid_plan`, `invalid_graph`, `not_agreed`, `invalid_option`, `loop_running`, `state_leased`.
   */
  align(job: Plan | string, options?: { readonly by?: string | undefined }): Promise<StateFile>
  /** Agrees to an objective that was changed. @throws {ArtooError} `not_aligned` before any `align`, `loop_running`. */
  confirm(options?: { readonly by?: string | undefined }): Promise<StateFile>
  /**
   * Takes the loop up. The handle gives how it stands when this process leaves it, and rejects with `not_aligned`, `loop_running`,
   * `loop_completed`, `state_leased`.
   */
  start(options?: { readonly signal?: AbortSignal | undefined }): LoopHandle
  /** Lets what is under way end, for `grace_ms` at the most, and stops: here, or in whatever process runs the loop. */
  stop(reason?: string): Promise<void>
  /**
   * Calls off what is under way at once, changes the course and goes on. In words it needs a model and somebody who answers
   * `clarify`. Of a loop that doesn't run, a change is only written.
   *
   * @throws {ArtooError} `change_refused`, whose message says why.
   */
  redirect(change: Change | string): Promise<void>
  /** As it stands: every event that the handle has shown counts. Of a loop that runs elsewhere, as it was last written. */
  state(): Promise<StateFile | null>
  /** Brings what was done into the user's folder: all of it or nothing. */
  land(options?: { readonly signal?: AbortSignal | undefined }): Promise<Landing>
  /** Stops what runs, and takes down what is open. */
  close(): Promise<void>
}

/** @throws {ArtooError} `invalid_option` for a model that is none. */
export function createAgentLoop(options: AgentLoopOptions): AgentLoop {
  const { store, workspaces, checker } = options
  const clock = options.clock ?? systemClock()
  const ids = options.ids ?? uuidv7
  const closing = new AbortController()
  const now = () => new Date(clock.now()).toISOString()
  /** `person` is null when the loop ends before it begins. */
  let active: { readonly ended: Promise<unknown>; readonly run: Promise<LoopRun | null> } | null = null

  function assertIdle(): void {
    if (closing.signal.aborted) throw new ArtooError('closed', 'this loop was closed: create another one')
    if (active) throw new ArtooError('loop_running', 'the loop runs in this process: stop it first, or redirect it')
  }

  /** Has the lease for as long as the work takes. */
  async function held<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const { lost } = await store.acquire(ids())
    try {
      return await work(lost)
    } finally {
      await store.release()
    }
  }

  async function write(change: (before: StateFile | null) => Promise<StateFile>): Promise<StateFile> {
    assertIdle()
    return held(async () => {
      const state = await change(await store.read())
      await store.write(state)
      return state
    })
  }

  async function existing(): Promise<StateFile> {
    const state = await store.read()
    if (state) return state
    throw new ArtooError('not_aligned', 'there is no loop yet: call align first')
  }

  /** As they will be found again: in a workspace, whose files may differ from the user's in the ends of lines. */
  async function hashesOf(paths: readonly string[], loopId: string, head: string | null) {
    if (paths.length === 0) return {}
    const { signal } = closing
    await workspaces.prepare(loopId, head, signal)
    try {
      const { directory } = await workspaces.open('align', 'reading', signal)
      return await checker.hashes(directory, paths, signal)
    } finally {
      await workspaces.close()
    }
  }

  /** To whatever process runs the loop. @throws {ArtooError} `loop_not_running` */
  async function leave(request: LoopRequest): Promise<void> {
    const { owner } = await existing()
    if (!owner) throw new ArtooError('loop_not_running', 'no process runs the loop: start it first')
    await store.request(request)
  }

  function start(signal: AbortSignal | undefined): LoopHandle {
    assertIdle()
    let began: (run: LoopRun) => void = () => {}
    const begun = new Promise<LoopRun>((resolve) => {
      began = resolve
    })
    const stop = AbortSignal.any(signal ? [closing.signal, signal] : [closing.signal])
    const ended = held(async (lost) => {
      const state = await existing()
      if (state.control.status === 'completed') {
        throw new ArtooError('loop_completed', 'the job is done: align a new one, or change its objective by redirect')
      }
      const run = runLoop({ ...options, state, clock, ids, change: null, signal: AbortSignal.any([stop, lost]) })
      began(run)
      return run.ended
    }).finally(() => {
      active = null
    })
    const nobody = ended.then(
      () => null,
      () => null,
    )
    active = { ended, run: Promise.race([begun, nobody]) }
    return loopHandle(begun, ended)
  }

  /** Of a loop that doesn't run: its state is changed, and it stays at rest. */
  async function changeAtRest(change: Change): Promise<string | null> {
    return held(async (lost) => {
      const state = await existing()
      const signal = AbortSignal.any([closing.signal, lost])
      const { handle, ended } = runLoop({ ...options, state, clock, ids, change, signal })
      await ended
      const settled = handle.events.find((event) => event.type === 'RedirectSettled')
      return settled?.type === 'RedirectSettled' ? settled.payload.refusal : 'the loop ended before it was changed'
    })
  }

  async function redirect(course: Change | string): Promise<void> {
    const payload = typeof course === 'string' ? { text: course, change: null } : { text: null, change: course }
    const person = (await active?.run)?.person
    if (!person && payload.change === null) {
      await leave({ type: 'redirect', ...payload })
      return
    }
    const refusal = person
      ? (await person.redirect(payload)).refusal
      : await changeAtRest(course as Change).catch(async (error: unknown) => {
          if (errorCode(error) !== 'state_leased') throw error
          await store.request({ type: 'redirect', ...payload })
          return null
        })
    if (refusal !== null) throw new ArtooError('change_refused', refusal, { field: 'change' })
  }

  return {
    async align(job, { by: whom = 'host' } = {}) {
      assertIdle()
      const agreed = typeof job === 'string' ? await agree(job, options, closing.signal) : { plan: job, by: whom }
      const read = readPlan(agreed.plan, checker.review)
      return write(async (before) => {
        const loopId = before?.loop_id ?? ids()
        const hashes = await hashesOf(read.protected_paths, loopId, before?.head ?? null)
        return aligned(read, { loopId, by: agreed.by, at: now(), hashes, before })
      })
    },
    confirm: ({ by = 'host' } = {}) => write(async () => confirmed(await existing(), { by, at: now() })),
    start: ({ signal } = {}) => start(signal),
    async stop(reason) {
      if (!active) {
        await leave({ type: 'stop', reason: reason ?? null })
        return
      }
      const { ended } = active
      const person = (await active.run)?.person
      person?.stop(reason ?? null)
      await ended
    },
    redirect,
    async state() {
      const run = await active?.run
      return run ? run.state() : store.read()
    },
    async land({ signal = closing.signal } = {}) {
      assertIdle()
      return held(async () => {
        const { loop_id, head } = await existing()
        await workspaces.prepare(loop_id, head, signal)
        return workspaces.land(signal)
      })
    },
    async close() {
      closing.abort(new ArtooError('closed', 'the loop was closed'))
      await active?.ended.catch(() => undefined)
      await workspaces.close()
    },
  }
}

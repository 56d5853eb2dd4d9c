import {
  assertShaped,
  callable,
  hostPeople,
  hostShapes,
  limitsSchema,
  modelShape,
  resolveLimits,
  saidIn,
} from '@artoo/runtime'
import { ArtooError, anySignal, closedError, errorCode, systemClock, within } from '@artoo/spec'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { type Agreed, agree } from '../align/agree.js'
import { aligned, confirmed } from '../align/aligned.js'
import { emptyGlobsText, type PinnedOptions, pinnedFor } from '../align/pinned.js'
import { type ReadPlan, readPlan } from '../align/plan.js'
import { checkGate } from '../effects/check-gate.js'
import { verdictIn } from '../effects/verdict.js'
import type { LoopResult } from '../messages/contracts.js'
import { isYes } from '../messages/is-yes.js'
import type { LoopOptions } from '../ports/options.js'
import type { LoopReply, RequestOptions } from '../ports/state-store.js'
import { applied } from '../state/applied.js'
import { wordsOn } from '../state/attested.js'
import type { CourseChange } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'
import { wholeCheck } from '../state/whole.js'
import type { AgentLoop } from './agent-loop.js'
import { assertToConfirm, assertToSay } from './assert-word.js'
import { landingQuestion } from './landing-question.js'
import { type LoopHandle, loopHandle } from './loop-handle.js'
import { type LoopRun, type LoopRunOptions, runLoop } from './run-loop.js'

function assertFinished({ control: { status, halt_code: code } }: StateFile): void {
  if (status === 'completed') return
  const how = code === null ? status : `${status} (${code})`
  const message = `the loop is ${how}, not completed: go on with start() or redirect(), or take what stands by land({ unfinished: true })`
  throw new ArtooError('loop_unfinished', message, { field: 'unfinished' })
}

interface Looking extends Omit<Agreed, 'plan'> {
  readonly before: StateFile | null
  readonly mayBeEmpty: PinnedOptions['mayBeEmpty']
}

/** The change or the word that is applied to a loop at rest. */
type Deed = Pick<LoopRunOptions, 'change' | 'word'>
const nothing: Deed = { change: null, word: null }

const { redact: _, tools: __, checks: ___, ...ofHost } = hostShapes
const shape = z.object({
  ...ofHost,
  store: z.looseObject({ read: callable, acquire: callable }),
  workspaces: z.looseObject({ prepare: callable, open: callable }),
  checker: z.looseObject({ review: callable, run: callable }),
  worker: callable,
  probe: callable.optional(),
  model: modelShape.optional(),
  surroundings: callable.optional(),
  context: z.unknown().optional(),
} satisfies Record<keyof LoopOptions, z.ZodType>)

/** @throws {ArtooError} `invalid_option` naming the option. */
export function createLoop(options: LoopOptions): AgentLoop {
  assertShaped(shape, options, { of: 'createLoop' })
  const { store, workspaces, checker } = options
  const clock = options.clock ?? systemClock()
  const ids = options.ids ?? uuidv7
  const closing = new AbortController()
  const now = () => new Date(clock.now()).toISOString()
  /** `person` is null when the loop ends before it begins. */
  let active: { readonly ended: Promise<unknown>; readonly run: Promise<LoopRun | null> } | null = null

  function assertIdle(): void {
    if (closing.signal.aborted) throw closedError('loop')
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

  /** The state that may start, with what the base case says of the folder before any work. */
  async function lookedAt(plan: ReadPlan, { by, tokens, before, mayBeEmpty }: Looking): Promise<StateFile> {
    const { signal } = closing
    const loopId = before?.loop_id ?? ids()
    await workspaces.prepare(loopId, before?.head ?? null, signal)
    try {
      // Files are pinned in a workspace, where they will be compared: their line endings may differ from the user's.
      const { directory } = await workspaces.open('align', 'reading', signal)
      const pinned = await pinnedFor(plan, { checker, directory, signal, mayBeEmpty })
      const agreed = aligned(plan, { loopId, by, at: now(), pinned, before })
      const state = applied(agreed, { type: 'tokens_used', tokens }, now())
      const asked = { check: wholeCheck(state) ?? plan.base_case, words: wordsOn(state), objective: state.objective }
      const verdict = await verdictIn('align-base-case', asked, { ...options, gate: checkGate(checker) }, signal)
      return applied(state, { type: 'verified', verdict }, now())
    } finally {
      await workspaces.close()
    }
  }

  /** The people that are asked while no loop runs. */
  function peopleFor(taskId: string, signal: AbortSignal) {
    const { personTimeoutMs: timeoutMs } = resolveLimits(limitsSchema, options.limits)
    const { confirm, clarify, context } = options
    return hostPeople({ confirm, clarify, context, clock, taskId, signal, timeoutMs })
  }

  async function asksAboutEmpty(globs: readonly string[]): Promise<boolean> {
    const request = { id: 'align.1', question: emptyGlobsText(globs), kind: 'question', from: 'aligner' } as const
    const answers = await peopleFor('align', closing.signal).clarify([request])
    closing.signal.throwIfAborted()
    if (answers && isYes(saidIn(answers).answer)) return true
    throw new ArtooError('not_agreed', `${globs.join(', ')} names no file, and nobody said that this is meant`)
  }

  /**
   * Rethrows, except for a loop that has ended by itself. The state of a process that died still says that the loop
   * runs.
   */
  async function unlessAtRest(error: unknown): Promise<void> {
    const status = errorCode(error) === 'loop_ended' && (await store.read())?.control.status
    if (status !== 'stopped' && status !== 'halted' && status !== 'completed') throw error
  }

  function start(signal: AbortSignal | undefined): LoopHandle {
    assertIdle()
    let began: (run: LoopRun) => void = () => {}
    const begun = new Promise<LoopRun>((resolve) => {
      began = resolve
    })
    const stop = anySignal(signal ? [closing.signal, signal] : [closing.signal])
    const ended = held(async (lost) => {
      const state = await existing()
      if (state.control.status === 'completed') {
        throw new ArtooError('loop_completed', 'the job is done: align a new one, or change its objective by redirect')
      }
      const run = runLoop({ ...options, state, clock, ids, ...nothing, signal: anySignal([stop, lost]) })
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

  /** Changes the state of a loop that doesn't run; it stays at rest. */
  async function atRest(deed: (state: StateFile) => Partial<Deed>): Promise<LoopRun & { readonly result: LoopResult }> {
    return held(async (lost) => {
      const state = await existing()
      const signal = anySignal([closing.signal, lost])
      const run = runLoop({ ...options, state, clock, ids, ...nothing, ...deed(state), signal })
      return { ...run, result: await run.ended }
    })
  }

  async function changeAtRest(change: CourseChange): Promise<LoopReply> {
    const { handle } = await atRest(() => ({ change }))
    const settled = handle.events.find((event) => event.type === 'RedirectSettled')
    return settled?.type === 'RedirectSettled' ? settled.payload : { refusal: 'the loop ended before it was changed' }
  }

  /** Redirects through this process, the process that runs the loop, or the state file alone, whichever can. */
  async function redirected(course: CourseChange | string, asking: RequestOptions): Promise<LoopReply> {
    const payload = typeof course === 'string' ? { text: course, change: null } : { text: null, change: course }
    const person = (await active?.run)?.person
    if (person) return awaited(person.redirect(payload), asking)
    const ask = () => store.request({ type: 'redirect', ...payload }, asking)
    await existing()
    if (payload.change === null) return ask()
    return changeAtRest(payload.change).catch((error: unknown) => {
      if (errorCode(error) !== 'state_leased') throw error
      return ask()
    })
  }

  /** In this process, too, a person may take long. */
  async function awaited<T>(answer: Promise<T>, { signal, timeoutMs }: RequestOptions): Promise<T> {
    const limit = timeoutMs === undefined ? undefined : { clock, timeoutMs, code: 'request_timeout' }
    return within(signal ?? new AbortController().signal, limit, () => answer)
  }

  async function redirect(course: CourseChange | string, asking: RequestOptions = {}): Promise<void> {
    const { refusal } = await redirected(course, asking)
    if (refusal !== null) throw new ArtooError('change_refused', refusal, { field: 'change' })
  }

  return {
    async align(job, { by: whom = 'host' } = {}) {
      assertIdle()
      const agreed =
        typeof job === 'string' ? await agree(job, options, closing.signal) : { plan: job, by: whom, tokens: 0 }
      const read = readPlan(agreed.plan, checker.review)
      const mayBeEmpty = typeof job === 'string' ? asksAboutEmpty : async () => false
      const { by, tokens } = agreed
      return write((before) => lookedAt(read, { by, tokens, before, mayBeEmpty }))
    },
    confirm: ({ by = 'host' } = {}) =>
      write(async () => {
        const state = await existing()
        assertToConfirm(state)
        return confirmed(state, { by, at: now() })
      }),
    async attest(text, { by = 'host', holds = true } = {}) {
      assertIdle()
      const { result } = await atRest((state) => {
        assertToSay(state, text)
        return { word: { text, holds, by } }
      })
      return result.state
    },
    start: ({ signal } = {}) => start(signal),
    async stop(reason, asking) {
      if (!active) {
        await existing()
        await store.request({ type: 'stop', reason: reason ?? null }, asking).catch(unlessAtRest)
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
    async cancelRedirect() {
      const person = (await active?.run)?.person
      if (!person) throw new ArtooError('loop_not_running', 'the loop does not run in this process: start it first')
      person.cancelRedirect()
    },
    async land({ signal = closing.signal, unfinished = false } = {}) {
      assertIdle()
      return held(async () => {
        const state = await existing()
        if (!unfinished) assertFinished(state)
        await workspaces.prepare(state.loop_id, state.head, signal)
        const people = peopleFor(state.loop_id, signal)
        const why = (path: string) => checker.whyLandingAsks(path, state.objective.allowed_commands)
        const refusal = landingQuestion({ people, signal, why })
        return workspaces.land({ signal, refusal })
      })
    },
    async undoLanding({ signal = closing.signal } = {}) {
      assertIdle()
      return held(async () => {
        const state = await existing()
        await workspaces.prepare(state.loop_id, state.head, signal)
        const undone = await workspaces.undoLanding()
        if (undone) return undone
        throw new ArtooError('nothing_landed', 'this loop has landed nothing that could be taken back')
      })
    },
    async close() {
      closing.abort(closedError('loop'))
      await active?.ended.catch(() => undefined)
      await workspaces.close()
    },
  }
}

import type { HandlerFailure, Port } from '@artoo/bus'
import { ArtooError, errorCode, errorMessage, nextMacrotask, onAbort, within } from '@artoo/spec'
import { callsInChildren } from '../durable/calls-in-children.js'
import type { InterruptedReason } from '../durable/interrupted.js'
import { inSuccession } from '../journal/in-succession.js'
import { type People, people } from '../people/people.js'
import { runContext } from '../people/run-context.js'
import { bindDecider } from '../scope/decider.js'
import { vaultOf } from '../scope/effect.js'
import type { InterruptReason, RunContracts } from '../scope/run-contracts.js'
import type { RunScope } from '../scope/run-scope.js'
import { withResolvers } from '../time/with-resolvers.js'
import { closingRun } from './closing-run.js'
import { portMasking } from './masking.js'
import { Part } from './parents.js'
import type { Past } from './past.js'
import { type Beginning, resumeRun } from './resume.js'
import type { RunInput } from './run-input.js'
import { runStanding } from './run-standing.js'
import { sentWords } from './sent-words.js'
import { standstill } from './standstill.js'
import type { RunOutcome, StartedRun } from './started-run.js'
import { Whole } from './whole.js'

/**
 * Runs one run from its first message to its result: opens the ports, binds the deciders and effects, and takes
 * everything down when the controller has sent the result.
 */
export function startRun(input: RunInput): StartedRun {
  const { taskId, controller, resultType, reportFailure, stop, limits, budget, time, clock, journal, parent } = input
  const { past, resumable } = input
  const ending = new AbortController()
  const { signal } = ending
  const children = new Set<Promise<unknown>>()
  const callsIn = callsInChildren(past?.events ?? [])
  /** True when it has a result, waits, or has left. */
  let over = false
  let left = false
  let journalProblem = 'it could not be written to its end'
  /** Set when another process has the run: it continues there, and later events are not part of the journal. */
  let lost: string | undefined
  const held = runContext({ given: input.context, parent: parent?.scope.held, history: past?.events ?? [] })
  const vault = vaultOf(input.effects)
  vault?.look()
  const mask = inSuccession(held.mask, () => vault?.mask())
  const redactOf = inSuccession(mask, () => input.redact)
  /** Messages from outside contain no granted value and no secret of a file. */
  const portOf = (actor: string) => portMasking(input.portOf(actor), mask)
  const host = portOf('host') as Port<RunContracts<string>, 'host'>
  const { promise: spoken, resolve, reject } = withResolvers<RunOutcome>()

  const waits = input.onUnanswered === 'wait'
  const { confirm, confirmAll, clarify } = input
  const asked: People = people({
    ...input,
    context: held,
    waits,
    history: past?.events ?? [],
    timeoutMs: limits.personTimeoutMs,
    signal,
  })
  const still = waits ? standstill(input.effects, () => settled({ kind: 'waiting' })) : null
  const standing = runStanding(input)
  const words = sentWords({
    ...{ taskId, controller, limits, hears: input.hearsWords, before: standing.sent },
    publish: (text) => host.publish({ type: 'UserWords', to: controller, payload: { text } } as never),
    isOver: () => over || hasLeft(),
    written: journal.written,
  })
  const scope: RunScope = Object.assign(new Whole(taskId, () => started, held, redactOf), {
    signal,
    clock,
    limits,
    controller,
    budget,
    time,
    people: asked,
    answer: input.answer,
    history: past?.events ?? [],
    edited: new Set(past?.edited),
    decidedNow: past?.decidedNow,
    lineage: input.lineage,
    vault,
    part: (key: () => string) => new Part(taskId, () => started, key),
    wasAllowed: (key: string) => parent?.wasAllowedInChild(key) ?? false,
    epoch: input.epoch,
    unsure: new Set(past?.unanswered.map(({ request }) => request.id)),
    hold: (requestId: string) => still?.hold(requestId) ?? (() => {}),
    park: (requestId: string) => still?.park(requestId),
    late: input.late,
    mayBegin: () => goesOn(journal.written),
    holds: () => goesOn(journal.holds),
    // The last, since V8 keeps what is added to the copy of an object for longer.
    ...standing.ofScope,
  })

  /** False when the run has ended or left, or its journal returns false. */
  async function goesOn(ask: () => Promise<boolean>): Promise<boolean> {
    const answer = await within(signal, undefined, ask).catch(() => false)
    return answer && !signal.aborted && !hasLeft()
  }

  soon(() => {
    const { hasStarted, hasBegun } = past ? again(past) : { hasStarted: false, hasBegun: false }
    if (!hasStarted) host.publish({ type: 'TaskStarted', to: controller, payload: {} })
    if (stop.signal.aborted) stopNow()
    else if (!hasBegun) begin()
  })
  const deciders = input.deciders.map((decider) => {
    const { actor } = decider
    const port = input.portOf(actor)
    bind(actor, () => bindDecider(decider, port, reportFailure, past?.states.get(actor)))
    return { actor, port }
  })
  const effects = input.effects.map((effect) => {
    const port = portOf(effect.actor)
    bind(effect.actor, () => effect.bind(port as never, scope))
    return { effect, port }
  })

  /** Binds an actor. An error while binding, at once or later, ends the run as a failed handler does. */
  function bind(actor: string, work: () => unknown): void {
    const failed = (error: unknown) => handlerFailed({ actor, message: errorMessage(error) })
    try {
      Promise.resolve(work()).catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  function begin(): void {
    try {
      host.publish(input.begin() as never)
    } catch (error) {
      interrupt('host_failed', `the run could not begin: ${errorMessage(error)}`)
    }
  }

  function again(before: Past): Beginning {
    if (!before.result) {
      reportDifferences(before)
      reportWaiting()
    }
    const beginning = resumeRun(before, {
      effects: input.effects,
      publish(actor, message, causationId) {
        const port = deciders.find((decider) => decider.actor === actor)?.port as Port<RunContracts<string>, 'host'>
        port.publish(message as never, causationId === null ? {} : { causationId })
      },
      redeliver(request) {
        still?.saw(request)
        input.redeliver(request)
      },
      fail: (message) => interrupt('host_failed', message),
    })
    if (before.result) settled({ kind: 'result', payload: before.result.payload })
    return beginning
  }

  /**
   * Publishes a moment later, since the caller may be in the middle of a publish. A system without these messages has
   * no runs.
   */
  function soon(publish: () => void): void {
    queueMicrotask(() => {
      if (signal.aborted || left) return
      try {
        publish()
      } catch (error) {
        failed(error)
      }
    })
  }

  function settled(outcome: RunOutcome): void {
    over = true
    resolve(outcome)
  }

  function failed(error: unknown): void {
    over = true
    reject(error)
  }

  const hasLeft = (): boolean => left || (parent?.hasLeft() ?? false)

  function leave(reason: InterruptedReason, message: string): void {
    if (over) return
    left = true
    journal.freeze()
    settled({ kind: 'interrupted', reason, message })
  }

  function hostFailed(message: string): void {
    if (resumable) leave('host_failed', message)
    else interrupt('host_failed', message)
  }

  function reportDifferences({ differences = [] }: Past): void {
    if (differences.length === 0) return
    host.publish({ type: 'CircumstancesDiffer', to: 'log', payload: { differences: [...differences] } as never })
  }

  function reportWaiting(): void {
    const waitedMs = time.waitedMs()
    if (waitedMs > 0) host.publish({ type: 'Waited', to: controller, payload: { waitedMs } })
  }

  function interrupt(reason: InterruptReason, message: string): void {
    soon(() => {
      reportWaiting()
      host.publish({ type: 'Interrupt', to: controller, payload: { reason, message } })
      void nextMacrotask().then(() => {
        failed(new ArtooError('controller_silent', `${controller} gave no result when it was told: ${message}`))
      })
    })
  }

  function reportJournal(error: unknown): void {
    host.publish({ type: 'JournalFailure', to: 'log', payload: { message: errorMessage(error) } })
  }

  function noteLoss(error: unknown): void {
    if (errorCode(error) === 'lease_lost') lost = errorMessage(error)
  }

  function handlerFailed({ actor, message }: Pick<HandlerFailure, 'actor' | 'message'>): void {
    if (actor === controller) failed(new ArtooError('controller_failed', message))
    else interrupt('role_failed', `${actor}: ${message}`)
  }

  const stopNow = () => interrupt('aborted', isAbort(stop.signal.reason) ? '' : errorMessage(stop.signal.reason))
  const ignoreStop = onAbort(stop.signal, stopNow)
  const ignoreParent =
    parent && onAbort(parent.scope.signal, () => interrupt('aborted', 'the run that this is a part of has ended'))
  const timeIsUp = () => interrupt('deadline', `${time.limitMs / 1_000} s`)
  const ignoreTime = onAbort(time.expired, timeIsUp)
  // A host's clock may call back at once.
  if (time.expired.aborted) timeIsUp()

  const closing = closingRun({
    ...{ effects, children, host, journal, clock, resumable },
    stop() {
      if (!parent) time.stop()
      ignoreParent?.()
      ignoreTime()
      ignoreStop()
      stop.release()
      words.end()
      ending.abort(new ArtooError('task_ended', 'the task has ended'))
      for (const { port } of deciders) port.close()
    },
    onUnwritten(error) {
      noteLoss(error)
      reportJournal(error)
    },
    problem: () => ({ journal: journalProblem, lost }),
  })

  host.receive((message: { readonly type: string; readonly payload: unknown }) => {
    if (message.type === resultType) settled({ kind: 'result', payload: message.payload })
  })
  const started: StartedRun = {
    scope,
    asks: { confirm, confirmAll, clarify },
    saw(event) {
      if (event.type === resultType && event.to === 'host') over = true
      still?.saw(event)
      standing.saw(event)
      words.saw(event)
    },
    written: journal.written,
    holds: journal.holds,
    wasAllowedInChild: (key) => (parent ? parent.wasAllowedInChild(key) : callsIn.has(key)),
    adopt(event) {
      callsIn.saw(event)
      // The child may stand in the middle of a publish on the same bus.
      queueMicrotask(() => {
        if (!closing.isClosed()) host.publish({ type: 'ChildEvent', to: 'log', payload: { event } })
      })
    },
    waitFor(child) {
      const ended: Promise<unknown> = child.catch(() => undefined).finally(() => children.delete(ended))
      children.add(ended)
    },
    setMode(mode, by) {
      standing.assertMode(mode, by)
      host.publish({ type: 'ModeChanged', to: 'tools', payload: { mode, by } } as never)
    },
    send: words.send,
    leave,
    hasLeft,
    close() {
      if (resumable) leave('closed', '')
      else interrupt('aborted', 'artoo was closed')
    },
    hostFailed,
    journalFailed(error) {
      noteLoss(error)
      journalProblem = `the journal could not be written: ${errorMessage(error)}`
      soon(() => {
        reportJournal(error)
        if (lost === undefined) hostFailed(journalProblem)
        else leave('taken_over', lost)
      })
    },
    handlerFailed,
    result: spoken.then(closing.takeDown, async (error: unknown) => {
      await closing.takeDown({ kind: 'result', payload: null })
      throw error
    }),
    closed: closing.closed,
  }
  return started
}

/** The reason that a signal has when its host gave none. */
const isAbort = (reason: unknown) => reason instanceof Error && reason.name === 'AbortError'

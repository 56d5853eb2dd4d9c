import type { Envelope, HandlerFailure, Port } from '@artoo/bus'
import type { Budget } from '@artoo/llm'
import { ArtooError, type Clock, deadlineFor, errorMessage, nextMacrotask, onAbort } from '@artoo/spec'
import { type AnyDecider, bindDecider, type ReportFailure } from '../decider.js'
import { type Beginning, goOn } from '../durable/go-on.js'
import type { Past } from '../durable/past.js'
import type { OnUnanswered } from '../durable/run-record.js'
import { standstill } from '../durable/standstill.js'
import type { Effect } from '../effect.js'
import { type People, people } from '../effects/human/people.js'
import type { JournalWriter } from '../journal/journal-writer.js'
import type { AnswerStream } from './answer-stream.js'
import type { FollowedSignal } from './follow-signal.js'
import type { Limits } from './limits.js'
import { patiently } from './patiently.js'
import type { InterruptReason, RunContracts } from './run-contracts.js'
import type { RunOptions } from './run-options.js'
import type { RunScope } from './run-scope.js'
import type { RunTime } from './run-time.js'
import { withResolvers } from './with-resolvers.js'

/** One run and its circumstances. */
export interface RunInput extends Pick<RunOptions<unknown>, 'confirm' | 'clarify' | 'context'> {
  /** Gives the message that begins it, or throws what it can't begin for. */
  readonly begin: () => unknown
  readonly taskId: string
  readonly deciders: readonly AnyDecider[]
  readonly effects: readonly Effect[]
  readonly controller: string
  /** The type of the message to the host that is the result. */
  readonly resultType: string
  readonly reportFailure: ReportFailure | undefined
  /** The caller's wish to stop; released when the run has ended. */
  readonly stop: FollowedSignal
  readonly limits: Limits
  readonly budget: Budget
  readonly time: RunTime
  readonly clock: Clock
  readonly journal: JournalWriter
  /** Epoch of this process. */
  readonly epoch: number
  readonly late: RunScope['late']
  readonly answer: AnswerStream
  readonly portOf: (actor: string) => OpenPort
  readonly parent: StartedRun | undefined
  readonly onUnanswered: OnUnanswered
  /** By the id of a request that waited. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  /** What the run has behind it; null for one that begins. */
  readonly past: Past | null
  readonly redeliver: (message: Envelope) => void
}

/** A port of whatever actor. */
interface OpenPort {
  idle(): Promise<void>
  close(): void
}

export interface StartedRun extends Pick<JournalWriter, 'written' | 'holds'> {
  /** The payload of the result, or what the run waits for. Rejects only when the controller itself failed, so that nobody is left to give a result. */
  readonly result: Promise<unknown>
  readonly scope: RunScope
  /** Hears every event of the run. */
  saw(event: Envelope): void
  /** Puts an event of a child into this run's log. */
  adopt(event: Envelope): void
  /** A child's result: this run has not ended before it. */
  waitFor(child: Promise<unknown>): void
  /** Ends the run; its result names the reason. No effect on a run that has ended. */
  interrupt(reason: InterruptReason, message: string): void
  /** The journal could not be written: the run ends, and the log that is left says so. */
  journalFailed(error: unknown): void
  /** A decider or an effect threw where nothing can be sent any more: the run ends. */
  handlerFailed(failure: HandlerFailure): void
}

/**
 * One run from its first message to its result: opens the ports, binds the deciders and effects, and takes everything down
 * when the controller has spoken.
 */
export function startRun(input: RunInput): StartedRun {
  const { taskId, controller, resultType, reportFailure, stop, context, limits, budget, time, clock, journal, parent } =
    input
  const { past } = input
  const ending = new AbortController()
  const { signal } = ending
  const children = new Set<Promise<unknown>>()
  let closed = false
  const host = input.portOf('host') as Port<RunContracts<string>, 'host'>
  const { promise: spoken, resolve, reject } = withResolvers<unknown>()

  const waits = input.onUnanswered === 'wait'
  const asked: People = people({
    ...input,
    waits,
    history: past?.events ?? [],
    timeoutMs: limits.personTimeoutMs,
    signal,
  })
  const still = waits ? standstill(input.effects, () => resolve(suspended)) : null
  const scope: RunScope = {
    taskId,
    signal,
    clock,
    context,
    limits,
    controller,
    budget,
    time,
    people: asked,
    answer: input.answer,
    history: past?.events ?? [],
    edited: new Set(past?.edited),
    decidedNow: past?.decidedNow,
    epoch: input.epoch,
    unsure: new Set(past?.unanswered.map(({ request }) => request.id)),
    hold: (requestId) => still?.hold(requestId) ?? (() => {}),
    park: (requestId) => still?.park(requestId),
    late: input.late,
    mayBegin: () => goesOn(journal.written),
    holds: () => goesOn(journal.holds),
  }

  /** False when the run has ended or its journal says no. */
  async function goesOn(ask: () => Promise<boolean>): Promise<boolean> {
    const deadline = deadlineFor(signal)
    const answer = await deadline.race(ask).catch(() => false)
    deadline.release()
    return answer && !signal.aborted
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
    const port = input.portOf(effect.actor)
    bind(effect.actor, () => effect.bind(port as never, scope))
    return { effect, port }
  })

  /** What can't be bound, at once or later, ends the run as a handler that fails does. */
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
    const beginning = goOn(before, {
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
    if (before.result) resolve(before.result.payload)
    return beginning
  }

  /** Not at once, since the caller may stand in the middle of a publish. A system without these messages has no runs. */
  function soon(publish: () => void): void {
    queueMicrotask(() => {
      if (signal.aborted) return
      try {
        publish()
      } catch (error) {
        reject(error)
      }
    })
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
        reject(new ArtooError('controller_silent', `${controller} gave no result when it was told: ${message}`))
      })
    })
  }

  function reportJournal(error: unknown): void {
    host.publish({ type: 'JournalFailure', to: 'log', payload: { message: errorMessage(error) } })
  }

  function handlerFailed({ actor, message }: Pick<HandlerFailure, 'actor' | 'message'>): void {
    if (actor === controller) reject(new ArtooError('controller_failed', message))
    else interrupt('role_failed', `${actor}: ${message}`)
  }

  const stopNow = () => interrupt('aborted', errorMessage(stop.signal.reason))
  const ignoreStop = onAbort(stop.signal, stopNow)
  const ignoreParent =
    parent && onAbort(parent.scope.signal, () => interrupt('aborted', 'the run that this is a part of has ended'))
  const timeIsUp = () => interrupt('deadline', `the task was given ${time.limitMs} ms`)
  const ignoreTime = onAbort(time.expired, timeIsUp)
  // A host's clock may call back at once.
  if (time.expired.aborted) timeIsUp()

  async function settleEffects(): Promise<void> {
    await Promise.all(effects.filter(({ effect }) => !effect.unsettled).map(settle))
    await Promise.all(children)
    for (const bound of effects) if (bound.effect.unsettled) await settle(bound)
  }

  /** What doesn't settle is abandoned; nobody is left to hear of an `unsettled` that throws. */
  function settle({ effect, port }: (typeof effects)[number]): Promise<void> {
    return patiently(clock, () => port.idle())
      .catch(async (error: unknown) => effect.unsettled?.(port as never, error))
      .catch(() => undefined)
  }

  async function takeDown(isSuspended: boolean): Promise<void> {
    if (!parent) time.stop()
    ignoreParent?.()
    ignoreTime()
    ignoreStop()
    stop.release()
    ending.abort(new ArtooError('task_ended', 'the task has ended'))
    for (const { port } of deciders) port.close()
    await settleEffects()
    await patiently(clock, () => journal.finish(isSuspended ? 'wait' : 'end')).catch((error: unknown) => {
      journal.abandon()
      reportJournal(error)
    })
    closed = true
    for (const port of [host, ...effects.map((bound) => bound.port)]) port.close()
  }

  host.receive((message: { readonly type: string; readonly payload: unknown }) => {
    if (message.type === resultType) resolve(message.payload)
  })
  return {
    scope,
    saw: (event) => still?.saw(event),
    written: journal.written,
    holds: journal.holds,
    adopt(event) {
      // The child may stand in the middle of a publish on the same bus.
      queueMicrotask(() => {
        if (!closed) host.publish({ type: 'ChildEvent', to: 'log', payload: { event } })
      })
    },
    waitFor(child) {
      const ended: Promise<unknown> = child.catch(() => undefined).finally(() => children.delete(ended))
      children.add(ended)
    },
    interrupt,
    journalFailed(error) {
      soon(() => reportJournal(error))
      interrupt('host_failed', `the journal could not be written: ${errorMessage(error)}`)
    },
    handlerFailed,
    result: spoken.then(
      async (outcome) => {
        await takeDown(outcome === suspended)
        return outcome
      },
      async (error: unknown) => {
        await takeDown(false)
        throw error
      },
    ),
  }
}

/** What the outcome of a run is that waits for a person. */
export const suspended = Symbol('suspended')

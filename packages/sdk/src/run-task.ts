import type { Bus, HandlerFailure } from '@artoo/bus'
import type { Hyperparameters } from '@artoo/ggs'
import { createBudget, type Price } from '@artoo/llm'
import type { Memory, NewMegram } from '@artoo/mkct'
import {
  type ArtooContracts,
  bindRole,
  bindSharedMemory,
  createAgentValidator,
  createExecutor,
  createGoalGradientSolver,
  createMetaValidator,
  createPerceiver,
  createPlanner,
  type FinalResult,
  type ModelRoleId,
} from '@artoo/roles'
import { ArtooError, type Check, type Clock, errorMessage, onAbort, type Tool } from '@artoo/spec'
import type { LimitFunction } from 'p-limit'
import type { FollowedSignal } from './follow-signal.js'
import type { Limits } from './limits.js'
import type { Models, ModelTier } from './options.js'
import { patiently } from './patiently.js'
import { type Clarify, type Confirm, people } from './people.js'
import { redacted } from './redacted.js'
import { bindCheckService } from './services/check-service.js'
import { bindModelService } from './services/model-service.js'
import { slotsFor } from './services/slots.js'
import { bindToolService } from './services/tool-service.js'
import { taskTime } from './task-time.js'

/** What all tasks of an instance share. */
export interface Shared {
  readonly bus: Bus<ArtooContracts>
  readonly models: Models
  readonly tiers: Readonly<Record<ModelRoleId, ModelTier>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly checks: ReadonlyMap<string, Check>
  readonly memory: Memory
  readonly clock: Clock
  readonly environment: string
  readonly prices: Readonly<Record<string, Price>>
  readonly redact: ((text: string) => string) | undefined
  readonly modelSlots: LimitFunction
  readonly toolSlots: LimitFunction
}

/** A task and its circumstances. */
export interface TaskInput {
  readonly taskId: string
  readonly text: string
  /** The caller's wish to stop; released when the task has ended. */
  readonly stop: FollowedSignal
  readonly context: unknown
  readonly limits: Limits
  readonly hyperparameters: Hyperparameters
  readonly confirm: Confirm | undefined
  readonly clarify: Clarify | undefined
  readonly instructions: string
  /** Called when nothing of the task runs any more. */
  readonly finishJournal: () => Promise<void>
}

type InterruptReason = 'aborted' | 'deadline' | 'host_failed' | 'role_failed'

export interface Task {
  /** Rejects only when the controller itself failed, so that nobody is left to give a result. */
  readonly result: Promise<FinalResult>
  /** Ends the task; its result names the reason. No effect on a task that has ended. */
  interrupt(reason: InterruptReason, message: string): void
  /** The journal could not be written: the task ends, and the log that is left says so. */
  journalFailed(error: unknown): void
  /** A role or service threw where nothing can be sent any more: the task ends. */
  handlerFailed(failure: HandlerFailure): void
}

/**
 * One task from the user's words to its `FinalResult`: opens the ports, binds the roles and services, sets the
 * deadline, and takes everything down when the controller has spoken.
 */
export function runTask(input: TaskInput, shared: Shared): Task {
  const { taskId, text, stop, context, limits, hyperparameters, instructions, finishJournal } = input
  const { bus, clock, tools, checks, environment } = shared
  const scope = { taskId }
  const ending = new AbortController()
  const { signal } = ending
  const time = taskTime(clock, limits.timeMs, () => interrupt('deadline', `the task was given ${limits.timeMs} ms`))

  const host = bus.port('host', scope)
  const memory = bus.port('R5', scope)
  const roles = [
    bound(bus.port('R1', scope), (port) => bindRole(createPerceiver(), port)),
    bound(bus.port('R2', scope), (port) => {
      const known = { tools: [...tools.values()], checks: [...checks.values()] }
      bindRole(createPlanner({ ...known, environment, instructions }), port)
    }),
    bound(bus.port('R3', scope), (port) =>
      bindRole(createExecutor({ maxToolTurns: limits.toolTurns, instructions }), port),
    ),
    bound(bus.port('R4a', scope), (port) => bindRole(createAgentValidator({ maxRetries: limits.retries }), port)),
    bound(bus.port('R4b', scope), (port) => bindRole(createMetaValidator({ instructions }), port)),
    bound(bus.port('R7', scope), (port) => {
      bindRole(createGoalGradientSolver({ hyperparameters, environment }), port)
    }),
  ]
  const services = [
    bound(bus.port('model', scope), (port) => {
      const { models, tiers, prices } = shared
      const { modelCalls, tokens, cost } = limits
      const budget = createBudget({ modelCalls, tokens, cost }, { prices })
      const inSlot = slotsFor(shared.modelSlots, signal)
      const { remainingMs } = time
      bindModelService(port, { models, tiers, tools, budget, limits, clock, inSlot, remainingMs, signal })
    }),
    bound(bus.port('tools', scope), (port) => {
      const { toolTimeoutMs: timeoutMs } = limits
      const inSlot = slotsFor(shared.toolSlots, signal)
      const hasConfirm = input.confirm !== undefined
      bindToolService(port, { tools, hasConfirm, taskId, context, clock, inSlot, timeoutMs, signal })
    }),
    bound(bus.port('checks', scope), (port) =>
      bindCheckService(port, { checks, clock, timeoutMs: limits.toolTimeoutMs, signal }),
    ),
  ]
  const redact = shared.redact
  const redactMegram = redact && ((megram: NewMegram) => redacted(megram, redact))
  bindSharedMemory(memory, { memory: shared.memory, clock, signal, redact: redactMegram })

  /** Not at once, since the caller may stand in the middle of a publish. */
  function soon(publish: () => void): void {
    queueMicrotask(() => {
      if (!signal.aborted) publish()
    })
  }

  function reportWaiting(): void {
    const waitedMs = time.waitedMs()
    if (waitedMs > 0) host.publish({ type: 'Waited', to: 'R7', payload: { waitedMs } })
  }

  function interrupt(reason: InterruptReason, message: string): void {
    soon(() => {
      reportWaiting()
      host.publish({ type: 'Interrupt', to: 'R7', payload: { reason, message } })
    })
  }

  function reportJournal(error: unknown): void {
    host.publish({ type: 'JournalFailure', to: 'log', payload: { message: errorMessage(error) } })
  }

  const { promise: spoken, resolve, reject } = withResolvers<FinalResult>()
  const stopNow = () => interrupt('aborted', errorMessage(stop.signal.reason))
  const ignoreStop = onAbort(stop.signal, stopNow)

  async function takeDown(): Promise<void> {
    time.stop()
    ignoreStop()
    stop.release()
    ending.abort(new ArtooError('task_ended', 'the task has ended'))
    for (const port of roles) port.close()
    await Promise.all([host, ...services].map((port) => port.idle()))
    await patiently(clock, () => memory.idle()).catch((error: unknown) => {
      const payload = { code: 'memory_timeout', message: errorMessage(error) }
      memory.publish({ type: 'MemoryFailure', to: 'log', payload })
    })
    await patiently(clock, finishJournal).catch(reportJournal)
    for (const port of [host, memory, ...services]) port.close()
  }

  const { confirm, clarify } = input
  const { personTimeoutMs: timeoutMs } = limits
  const asked = people({ confirm, clarify, taskId, context, clock, time, timeoutMs, signal })

  host.receive(async (message) => {
    const options = { causationId: message.id }
    switch (message.type) {
      case 'FinalResult':
        resolve(message.payload)
        return
      case 'ClarificationRequest': {
        const payload = await asked.clarify(message.payload.questions)
        if (signal.aborted) return
        reportWaiting()
        host.publish({ type: 'ClarificationAnswer', to: 'R1', payload }, options)
        return
      }
      case 'ConfirmationRequest': {
        const { callId, subtaskId: _, ...request } = message.payload
        const answer = await asked.confirm(request, callId)
        if (signal.aborted) return
        reportWaiting()
        host.publish({ type: 'ConfirmationAnswer', to: 'tools', payload: { callId, ...answer } }, options)
      }
    }
  })
  soon(() => {
    host.publish({ type: 'TaskStarted', to: 'R7', payload: {} })
    if (stop.signal.aborted) stopNow()
    else host.publish({ type: 'UserInput', to: 'R1', payload: { text } })
  })
  return {
    interrupt,
    journalFailed(error) {
      soon(() => reportJournal(error))
      interrupt('host_failed', `the journal could not be written: ${errorMessage(error)}`)
    },
    handlerFailed({ actor, message }) {
      if (actor === 'R7') reject(new ArtooError('controller_failed', message))
      else interrupt('role_failed', `${actor}: ${message}`)
    },
    result: spoken.finally(takeDown),
  }
}

function bound<P>(port: P, bind: (port: P) => void): P {
  bind(port)
  return port
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

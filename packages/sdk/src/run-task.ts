import type { Bus } from '@artoo/bus'
import { createBudget } from '@artoo/llm'
import type { Memory } from '@artoo/mkct'
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
} from '@artoo/roles'
import { ArtooError, type Check, type Clock, deadlineFor, type Tool } from '@artoo/spec'
import type { LimitFunction } from 'p-limit'
import type { Journal } from './journal.js'
import type { Limits } from './limits.js'
import type { ArtooOptions, Clarify, Models, ModelTier } from './options.js'
import { bindCheckService } from './services/check-service.js'
import { bindModelService } from './services/model-service.js'
import { bindToolService } from './services/tool-service.js'

/** What all tasks of an instance share. */
export interface Shared {
  readonly bus: Bus<ArtooContracts>
  readonly models: Models
  readonly tiers: Readonly<Record<'R1' | 'R2' | 'R3' | 'R4a' | 'R4b', ModelTier>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly checks: ReadonlyMap<string, Check>
  readonly memory: Memory
  readonly limits: Limits
  readonly clock: Clock
  readonly modelSlots: LimitFunction
  readonly toolSlots: LimitFunction
  readonly options: Pick<ArtooOptions, 'confirm' | 'clarify' | 'hyperparameters' | 'environment'>
  readonly journal: Journal | undefined
}

export interface Task {
  readonly result: Promise<FinalResult>
  /** Ends the task; its result names the reason. No effect on a task that has ended. */
  interrupt(reason: 'aborted' | 'deadline', message: string): void
  /** The journal could not be written: the task ends, and the log that is left says so. */
  journalFailed(error: unknown): void
}

/** How long an ended task waits for its memory writes and its journal. */
const settleMs = 5_000

/**
 * One task from the user's words to its `FinalResult`: opens the ports, binds the roles and services, sets the
 * deadline, and takes everything down when the controller has spoken.
 */
export function runTask(taskId: string, text: string, shared: Shared, stop?: AbortSignal): Task {
  const { bus, clock, limits, options, memory, tools, checks } = shared
  const { environment = 'local' } = options
  const scope = { taskId }
  const ending = new AbortController()
  const { signal } = ending

  const host = bus.port('host', scope)
  const roles = [
    bound(bus.port('R1', scope), (port) => bindRole(createPerceiver(), port)),
    bound(bus.port('R2', scope), (port) =>
      bindRole(createPlanner({ tools: [...tools.values()], checks: [...checks.values()], environment }), port),
    ),
    bound(bus.port('R3', scope), (port) => bindRole(createExecutor({ maxToolTurns: limits.toolTurns }), port)),
    bound(bus.port('R4a', scope), (port) => bindRole(createAgentValidator({ maxRetries: limits.retries }), port)),
    bound(bus.port('R4b', scope), (port) => bindRole(createMetaValidator(), port)),
    bound(bus.port('R7', scope), (port) => bindRole(createGoalGradientSolver(solverComponents(shared)), port)),
  ]
  const services = [
    bound(bus.port('R5', scope), (port) => bindSharedMemory(memory, port, signal)),
    bound(bus.port('model', scope), (port) => {
      const budget = createBudget(limits)
      const { models, tiers, modelSlots: limit } = shared
      bindModelService(port, { models, tiers, tools, budget, clock, limit, timeoutMs: limits.modelTimeoutMs, signal })
    }),
    bound(bus.port('tools', scope), (port) => {
      const { confirm } = options
      bindToolService(port, { tools, confirm, clock, limit: shared.toolSlots, timeoutMs: limits.toolTimeoutMs, signal })
    }),
    bound(bus.port('checks', scope), (port) =>
      bindCheckService(port, { checks, clock, timeoutMs: limits.toolTimeoutMs, signal }),
    ),
  ]

  function interrupt(reason: 'aborted' | 'deadline', message: string): void {
    if (!signal.aborted) host.publish({ type: 'Interrupt', to: 'R7', payload: { reason, message } })
  }
  const cancelDeadline = clock.schedule(limits.timeMs, () =>
    interrupt('deadline', `the task was given ${limits.timeMs} ms`),
  )

  const stopNow = () => interrupt('aborted', messageOf(stop?.reason))
  stop?.addEventListener('abort', stopNow, { once: true })

  async function takeDown(): Promise<void> {
    cancelDeadline()
    stop?.removeEventListener('abort', stopNow)
    ending.abort(new ArtooError('task_ended', 'the task has ended'))
    for (const port of roles) port.close()
    await patiently(() => Promise.all(services.map((port) => port.idle()))).catch(() => {})
    await patiently(async () => shared.journal?.finish?.(taskId)).catch(reportJournal)
    for (const port of [...services, host]) port.close()
  }

  /** Waits for what an ended task has under way, but not for ever. */
  async function patiently(work: () => Promise<unknown>): Promise<void> {
    const patience = deadlineFor(new AbortController().signal, { clock, timeoutMs: settleMs, code: 'settle_timeout' })
    await patience.race(work).finally(patience.release)
  }

  function reportJournal(error: unknown): void {
    host.publish({ type: 'JournalFailure', to: 'log', payload: { message: messageOf(error) } })
  }

  const result = new Promise<FinalResult>((resolve) => {
    host.receive(async (message) => {
      switch (message.type) {
        case 'FinalResult':
          resolve(message.payload)
          return
        case 'ClarificationRequest': {
          const answer = await clarified(options.clarify, message.payload.questions, signal)
          if (signal.aborted) return
          host.publish({ type: 'ClarificationAnswer', to: 'R1', payload: { answer } }, { causationId: message.id })
        }
      }
    })
    host.publish({ type: 'TaskStarted', to: 'R7', payload: {} })
    if (stop?.aborted) stopNow()
    else host.publish({ type: 'UserInput', to: 'R1', payload: { text } })
  })
  return {
    interrupt,
    journalFailed(error) {
      if (signal.aborted) return
      reportJournal(error)
      interrupt('aborted', `the journal could not be written: ${messageOf(error)}`)
    },
    result: result.then(async (final) => {
      await takeDown()
      return final
    }),
  }
}

function solverComponents({ limits, options: { hyperparameters, environment = 'local' } }: Shared) {
  return {
    hyperparameters: { ...hyperparameters, timeBudgetMs: limits.timeMs, maxReplans: limits.replans },
    environment,
  }
}

/** The host's answer; '' when it gives none, fails, or the task ends first. */
async function clarified(
  clarify: Clarify | undefined,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  if (!clarify) return ''
  const deadline = deadlineFor(signal)
  try {
    return String(await deadline.race(async () => clarify(questions, { signal: deadline.signal })))
  } catch {
    return ''
  } finally {
    deadline.release()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function bound<P>(port: P, bind: (port: P) => void): P {
  bind(port)
  return port
}

import { createBus } from '@artoo/bus'
import { createMemory } from '@artoo/mkct'
import { type AuditReport, contracts, createAuditor } from '@artoo/roles'
import { ArtooError, systemClock } from '@artoo/spec'
import pLimit from 'p-limit'
import { uuidv7 } from 'uuidv7'
import { checkOptions } from './check-options.js'
import { createEventLog, type EventLog } from './event-log.js'
import type { Journal } from './journal.js'
import { type ArtooOptions, byName, resolveModels, resolveTiers } from './options.js'
import { patiently } from './patiently.js'
import type { RunEvent, RunHandle } from './run-handle.js'
import { runTask, type Shared, type Task } from './run-task.js'

export interface RunOptions {
  /** Ends the task with a `FinalResult` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined
}

export interface Artoo {
  /**
   * Starts a task.
   *
   * @throws {ArtooError} `invalid_input` for an empty text, `invalid_option` for a signal that is none, `closed` after
   * `close()`.
   */
  run(text: string, options?: RunOptions): RunHandle
  /** What the auditor saw since the last report. */
  audit(): Promise<AuditReport>
  /**
   * Aborts what is running, waits for it, and flushes the memory. Rejects with what the memory failed with, or with
   * `settle_timeout` when it takes more than 5 s.
   */
  close(): Promise<void>
}

interface Running {
  readonly log: EventLog
  task?: Task
  journal: Journal | undefined
}

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`.
 */
export function createArtoo(options: ArtooOptions): Artoo {
  const { limits, hyperparameters } = checkOptions(options)
  const { clock = systemClock(), ids = uuidv7, environment = 'local', journal } = options
  const models = resolveModels(options.model)
  const tiers = resolveTiers(options.tiers)
  const tools = byName('tools', options.tools)
  const checks = byName('checks', options.checks)
  const memory = options.memory ?? createMemory({ clock })
  const running = new Map<string, Running>()
  let closing: Promise<void> | undefined

  const bus = createBus({ contracts, clock, ids, log: record })
  const auditor = createAuditor({ tap: bus.tap({ capacity: 10_000 }), clock, onReport: options.onAudit })
  const shared: Shared = {
    bus,
    models,
    tiers,
    tools,
    checks,
    memory,
    limits,
    clock,
    modelSlots: pLimit(limits.concurrency),
    toolSlots: pLimit(limits.concurrency),
    environment,
    hyperparameters,
    confirm: options.confirm,
    clarify: options.clarify,
  }

  function record(event: RunEvent): void {
    const entry = running.get(event.taskId)
    if (!entry) return
    entry.log.append(event)
    try {
      entry.journal?.append(event)
    } catch (error) {
      entry.journal = undefined
      entry.task?.journalFailed(error)
    }
    if (event.type === 'bus.handler_failed') entry.task?.handlerFailed(event.payload)
  }

  function run(text: string, { signal }: RunOptions = {}): RunHandle {
    if (closing) throw new ArtooError('closed', 'this artoo was closed: create another one')
    if (typeof text !== 'string' || text.trim() === '') {
      throw new ArtooError('invalid_input', 'give the task in words', { field: 'text' })
    }
    if (signal && typeof signal.addEventListener !== 'function') {
      throw new ArtooError('invalid_option', 'signal must be an AbortSignal: give controller.signal', {
        field: 'signal',
      })
    }
    const taskId = ids()
    const log = createEventLog()
    const entry: Running = { log, journal }
    const finishJournal = async () => {
      const { journal: open } = entry
      entry.journal = undefined
      await open?.finish?.(taskId)
    }
    const task = runTask({ taskId, text, stop: signal, finishJournal }, shared)
    entry.task = task
    running.set(taskId, entry)
    const result = task.result.finally(() => {
      running.delete(taskId)
      log.end()
    })
    // A handle that nobody awaits is no error.
    result.catch(() => undefined)
    return {
      taskId,
      result,
      events: log.events,
      // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
      then: (onResult, onError) => result.then(onResult, onError),
      [Symbol.asyncIterator]: () => log[Symbol.asyncIterator](),
    }
  }

  async function shutDown(): Promise<void> {
    const tasks = [...running.values()].flatMap(({ task }) => task ?? [])
    for (const task of tasks) task.interrupt('aborted', 'artoo was closed')
    await Promise.allSettled(tasks.map((task) => task.result))
    auditor.close()
    bus.close()
    await patiently(clock, () => (options.memory ? memory.flush() : memory.close()))
  }

  function close(): Promise<void> {
    closing ??= shutDown()
    return closing
  }

  return { run, audit: () => auditor.report(), close }
}

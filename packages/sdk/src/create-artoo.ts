import { createBus } from '@artoo/bus'
import { assertPrices } from '@artoo/llm'
import { createMemory } from '@artoo/mkct'
import { type AuditReport, contracts, createAuditor } from '@artoo/roles'
import { ArtooError, systemClock } from '@artoo/spec'
import pLimit from 'p-limit'
import { uuidv7 } from 'uuidv7'
import { checkOptions, checkRunOptions, type Settings } from './check-options.js'
import { dependable } from './dependable.js'
import { createEventLog, type EventLog } from './event-log.js'
import { followSignal } from './follow-signal.js'
import type { Journal } from './journal.js'
import { type ArtooOptions, byName, type RunOptions, resolveModels, resolveTiers } from './options.js'
import { patiently } from './patiently.js'
import { redacted } from './redacted.js'
import type { RunEvent, RunHandle } from './run-handle.js'
import { runTask, type Shared, type Task } from './run-task.js'

export interface Artoo {
  /**
   * Starts a task.
   *
   * @throws {ArtooError} `invalid_input` for an empty text, `invalid_option` for a wrong option, `closed` after `close()`.
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
  readonly journal: Journal | undefined
  /** Nothing is appended any more. */
  journalClosed: boolean
  /** It was told of a failed part of the host's already. */
  hostFailed: boolean
}

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`.
 */
export function createArtoo(options: ArtooOptions): Artoo {
  const settings = checkOptions(options)
  const { environment = 'local', journal, prices = {}, redact } = options
  let hostFailure: string | undefined
  const { clock, ids } = dependable(
    { clock: options.clock ?? systemClock(), ids: options.ids ?? uuidv7 },
    (message) => {
      hostFailure = message
      for (const entry of running.values()) {
        if (!entry.hostFailed) entry.task?.interrupt('host_failed', message)
        entry.hostFailed = true
      }
    },
  )
  const models = resolveModels(options.model)
  const tiers = resolveTiers(options.tiers)
  const tools = byName('tools', options.tools)
  const checks = byName('checks', options.checks)
  const running = new Map<string, Running>()
  const memory = options.memory ?? createMemory({ clock })
  let closing: Promise<void> | undefined

  assertPrices(prices)
  assertPriced(settings.limits)
  const bus = createBus({ contracts, clock, ids, log: record })
  const auditor = createAuditor({ tap: bus.tap({ capacity: 10_000 }), clock, onReport: options.onAudit })
  const shared: Shared = {
    bus,
    models,
    tiers,
    tools,
    checks,
    memory,
    clock,
    environment,
    prices,
    redact,
    modelSlots: pLimit(settings.limits.concurrency),
    toolSlots: pLimit(settings.limits.concurrency),
  }

  function record(event: RunEvent): void {
    const entry = running.get(event.taskId)
    if (!entry) return
    entry.log.append(event)
    if (entry.journal && !entry.journalClosed) append(entry, entry.journal, event)
    if (event.type === 'bus.handler_failed') entry.task?.handlerFailed(event.payload)
  }

  function append(entry: Running, to: Journal, event: RunEvent): void {
    const fail = (error: unknown) => {
      if (entry.journalClosed) return
      entry.journalClosed = true
      entry.task?.journalFailed(error)
    }
    try {
      // A journal that works in the background may fail there.
      Promise.resolve(to.append(redact ? redacted(event, redact) : event)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  function run(text: string, runOptions: RunOptions = {}): RunHandle {
    if (closing) throw new ArtooError('closed', 'this artoo was closed: create another one')
    if (typeof text !== 'string' || text.trim() === '') {
      throw new ArtooError('invalid_input', 'give the task in words', { field: 'text' })
    }
    const { limits, hyperparameters } = checkRunOptions(runOptions, options, settings)
    assertPriced(limits)
    const { signal, context, confirm = options.confirm, clarify = options.clarify } = runOptions
    const stop = followSignal(signal)
    const instructions = [options.instructions, runOptions.instructions].filter(Boolean).join('\n\n')
    hostFailure = undefined
    const taskId = freshId()
    const log = createEventLog()
    const entry: Running = { log, journal, journalClosed: false, hostFailed: false }
    const finishJournal = async () => {
      entry.journalClosed = true
      await journal?.finish?.(taskId)
    }
    const circumstances = { stop, context, limits, hyperparameters, confirm, clarify, instructions }
    const task = runTask({ taskId, text, ...circumstances, finishJournal }, shared)
    entry.task = task
    running.set(taskId, entry)
    if (hostFailure !== undefined) task.interrupt('host_failed', hostFailure)
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

  /** Two tasks of one id would hear each other's messages. */
  function freshId(): string {
    const id = ids()
    if (!running.has(id)) return id
    hostFailure = `ids gave ${id} twice`
    return uuidv7()
  }

  /** A limit on cost is worth nothing for a model whose price nobody knows. */
  function assertPriced({ cost }: Settings['limits']): void {
    if (cost === undefined) return
    for (const { id } of Object.values(models)) {
      if (Object.hasOwn(prices, id)) continue
      const message = `limits.cost needs the price of ${id}: give prices: { '${id}': { input, output } } per million tokens`
      throw new ArtooError('invalid_option', message, { field: `prices.${id}` })
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

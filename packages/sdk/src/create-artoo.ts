import { createMemory, type NewMegram } from '@artoo/mkct'
import {
  type AuditReport,
  artooSystem,
  assertTask,
  createAuditor,
  createRoles,
  type ModelRoleId,
  memoryEffect,
  outputs,
  resolveTiers,
  tierFor,
} from '@artoo/roles'
import {
  checkEffect,
  createRuntime,
  fairSlots,
  humanEffect,
  modelEffect,
  patiently,
  redacted,
  timerEffect,
  toolEffect,
} from '@artoo/runtime'
import { ArtooError, type Clock } from '@artoo/spec'
import { checkOptions, checkRunOptions, type Settings } from './check-options.js'
import { type ArtooOptions, type RunHandle, type RunOptions, resolveModels } from './options.js'

export interface Artoo {
  /**
   * Starts a task.
   *
   * @throws {ArtooError} `invalid_input` for an empty text or one that is too long, `invalid_option` for a wrong option, `closed` after `close()`.
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

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`.
 */
export function createArtoo(options: ArtooOptions): Artoo {
  const settings = checkOptions(options)
  const { environment = 'local', depth, journal, prices = {}, redact, ids } = options
  const models = resolveModels(options.model)
  const tiers = resolveTiers(options.tiers)
  const { tools = [], checks = [] } = options
  const circumstances = { tools, checks, environment, depth }
  assertPriced(settings.limits)
  // The runtime's, which goes on when the host's fails.
  const clock: Clock = {
    now: () => runtime.clock.now(),
    schedule: (...timer) => runtime.clock.schedule(...timer),
  }
  const memory = options.memory ?? createMemory({ clock })
  const { concurrency } = settings.limits
  const runtime = createRuntime({
    system: artooSystem,
    effects: [
      modelEffect({
        outputs,
        modelOf: (role, output) => models[tierFor(tiers, role as ModelRoleId, output)],
        tools,
        slots: fairSlots(concurrency),
        bills: 'R7',
      }),
      toolEffect({ tools, slots: fairSlots(concurrency) }),
      checkEffect({ checks }),
      humanEffect(),
      timerEffect(),
      memoryEffect({ memory, redact: redact && ((megram: NewMegram) => redacted(megram, redact)) }),
    ],
    journal,
    redact,
    prices,
    clock: options.clock,
    ids,
  })
  const auditor = createAuditor({ tap: runtime.tap({ capacity: 10_000 }), clock, onReport: options.onAudit })
  let closing: Promise<void> | undefined

  function run(text: string, runOptions: RunOptions = {}): RunHandle {
    if (closing) throw new ArtooError('closed', 'this artoo was closed: create another one')
    const { limits, hyperparameters } = checkRunOptions(runOptions, options, settings)
    const { conversationCharacters: room } = limits
    assertTask(text, room)
    assertPriced(limits)
    const { replans: _, retries: maxRetries, toolTurns: maxToolTurns, concurrency: __, ...runLimits } = limits
    const { signal, context, parent, confirm = options.confirm, clarify = options.clarify } = runOptions
    const instructions = [options.instructions, runOptions.instructions].filter(Boolean).join('\n\n')
    return runtime.run({
      begin: { type: 'UserInput', to: 'R1', payload: { text } },
      deciders: createRoles({
        ...circumstances,
        ...{ instructions, hyperparameters, maxToolTurns, maxRetries, room, clarifies: clarify !== undefined },
      }),
      limits: runLimits,
      signal,
      context,
      confirm,
      clarify,
      parent,
    })
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
    await runtime.close()
    auditor.close()
    await patiently(clock, () => (options.memory ? memory.flush() : memory.close()))
  }

  return { run, audit: () => auditor.report(), close: () => (closing ??= shutDown()) }
}

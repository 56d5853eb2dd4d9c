import type { ModelCallRecord, Price } from '@artoo/llm'
import { createDreamer, type DreamFailure, type DreamReport, type Memory } from '@artoo/mkct'
import { type Redact, redacted } from '@artoo/runtime'
import {
  ArtooError,
  type Clock,
  errorCode,
  errorMessage,
  type LanguageModel,
  monotonicTime,
  oneByOne,
  unheard,
} from '@artoo/spec'
import { type BackgroundLimits, createDistiller } from './distill.js'

/** An event of the slow loop. `at`: milliseconds since the Unix epoch. `usageByRole` sums up the calls. */
export type SlowLoopEvent =
  | { readonly type: 'Promotion' | 'Demotion'; readonly at: number; readonly payload: RuleChange }
  | { readonly type: 'ModelCall'; readonly at: number; readonly payload: BackgroundCall }
  | { readonly type: 'DreamProblem'; readonly at: number; readonly payload: DreamTrouble }

/** A rule that was promoted or demoted. */
interface RuleChange {
  readonly id: string
  readonly space: string
  readonly entity: string
  readonly text: string
  readonly kind: 'best_practice' | 'constraint'
}

interface BackgroundCall extends Pick<ModelCallRecord, 'usage' | 'cost'> {
  readonly role: 'dreamer'
  readonly modelId: string
  readonly durationMs: number
  readonly error: { readonly code: string; readonly message: string } | null
}

/** A failure in a cycle. Space and entity are null when the whole cycle failed; the next one comes all the same. */
interface DreamTrouble {
  readonly code: string
  readonly message: string
  readonly space: string | null
  readonly entity: string | null
}

export interface SlowLoopComponents {
  readonly memory: Pick<Memory, 'dream' | 'get'>
  /** Distils rules. */
  readonly model: LanguageModel
  readonly clock: Clock
  readonly limits: BackgroundLimits
  /** Milliseconds for one model call. */
  readonly timeoutMs: number
  /** Milliseconds between the end of a cycle and the next. @defaultValue 300_000 (paper 7) */
  readonly intervalMs?: number | undefined
  /** By model id. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** Applied to every rule before it is kept. @defaultValue every text is kept */
  readonly redact?: Redact | undefined
  /** Receives the events. An error that it throws is dropped. */
  readonly onEvent?: ((event: SlowLoopEvent) => void) | undefined
}

export interface SlowLoop {
  /** Aborts what is under way and waits for it. */
  close(): Promise<void>
}

/**
 * The slow loop (paper 4 and 7): the Dreamer on its timer, with a model that distils rules. No task waits for it, and
 * it keeps no process alive. A failure is reported, skipped, and tried again in the next cycle.
 *
 * @throws {ArtooError} `invalid_option` when `intervalMs` is not above 0.
 */
export function createSlowLoop(components: SlowLoopComponents): SlowLoop {
  const { memory, model, limits, timeoutMs, intervalMs, prices, redact, onEvent } = components
  const clock: Clock = {
    now: () => components.clock.now(),
    monotonic: () => monotonicTime(components.clock),
    schedule: (delayMs, callback) => components.clock.schedule(delayMs, callback, { background: true }),
  }
  const distill = createDistiller({ model, clock, limits, timeoutMs, prices, onCall: tellCall })
  const dreamer = createDreamer(memory, {
    clock,
    ...(intervalMs !== undefined && { intervalMs }),
    ...(limits.modelCalls > 0 && {
      distill: async (...evidence) => redactedRule(await distill(...evidence)),
    }),
    onReport: tellLater,
    onProblem: tellFailure,
  })
  const inTurn = oneByOne()
  dreamer.start()

  function redactedRule(rule: string | null): string | null {
    return rule !== null && redact ? redacted(rule, redact) : rule
  }

  function emit(event: SlowLoopEvent): void {
    try {
      unheard(onEvent?.(event))
    } catch {
      // The error is the host's own.
    }
  }

  function tellCall({ usage, cost, outcome, durationMs }: ModelCallRecord & { readonly durationMs: number }): void {
    const error = 'error' in outcome ? described(outcome.error) : null
    const payload = { role: 'dreamer', modelId: model.id, usage, cost, durationMs, error } as const
    emit({ type: 'ModelCall', at: clock.now(), payload })
  }

  function tellLater(report: DreamReport): void {
    inTurn(() => tell(report))
  }

  async function tell({ promoted, demoted, problems }: DreamReport): Promise<void> {
    for (const id of promoted) await tellChange('Promotion', id)
    for (const id of demoted) await tellChange('Demotion', id)
    for (const payload of problems) emit({ type: 'DreamProblem', at: clock.now(), payload })
  }

  async function tellChange(type: 'Promotion' | 'Demotion', id: string): Promise<void> {
    const rule = await memory.get(id).catch(() => null)
    if (!rule) return
    const { space, entity, content: text, sigma } = rule
    const payload = { id, space, entity, text, kind: sigma > 0 ? 'best_practice' : 'constraint' } as const
    emit({ type, at: clock.now(), payload })
  }

  function tellFailure(error: unknown): void {
    if (errorCode(error) === 'closed') return
    const failure = ArtooError.isInstance(error) ? (error.cause as Partial<DreamFailure> | undefined) : undefined
    if (failure?.report) tellLater(failure.report)
    emit({ type: 'DreamProblem', at: clock.now(), payload: { ...described(error), space: null, entity: null } })
  }

  return {
    async close() {
      await dreamer.stop()
      await inTurn(() => {})
    },
  }
}

function described(error: unknown) {
  return { code: errorCode(error) ?? 'dream_failed', message: errorMessage(error) }
}

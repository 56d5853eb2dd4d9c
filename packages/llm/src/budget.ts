import { ArtooError, type TokenUsage } from '@artoo/spec'

export interface BudgetLimits {
  /** @defaultValue unlimited */
  readonly modelCalls?: number | undefined
  /** Input and output tokens together. @defaultValue unlimited */
  readonly tokens?: number | undefined
}

export interface BudgetUse {
  readonly modelCalls: number
  readonly tokens: number
}

/** A hard limit: a call that would start beyond it doesn't start. */
export interface Budget {
  /**
   * Counts one call before it is made.
   *
   * @throws {ArtooError} `budget_exceeded`, with the exhausted limit as `field`.
   */
  admit(): void
  /** Adds what a call used. A call under way may overshoot the token limit; the next one is refused. */
  record(usage: TokenUsage): void
  readonly used: BudgetUse
}

/** @throws {ArtooError} `invalid_option` for a limit that is not a number of 0 or more. */
export function createBudget(limits: BudgetLimits = {}): Budget {
  const { modelCalls = Number.POSITIVE_INFINITY, tokens = Number.POSITIVE_INFINITY } = limits
  assertLimit('modelCalls', modelCalls)
  assertLimit('tokens', tokens)
  const used = { modelCalls: 0, tokens: 0 }
  const refuse = (field: keyof BudgetLimits, limit: number) => {
    throw new ArtooError('budget_exceeded', `the task has used up its limit of ${limit} for ${field}`, { field })
  }
  return {
    admit() {
      if (used.modelCalls >= modelCalls) refuse('modelCalls', modelCalls)
      if (used.tokens >= tokens) refuse('tokens', tokens)
      used.modelCalls++
    },
    record({ inputTokens, outputTokens }) {
      used.tokens += inputTokens + outputTokens
    },
    get used() {
      return { ...used }
    },
  }
}

function assertLimit(field: keyof BudgetLimits, limit: unknown): void {
  if (typeof limit === 'number' && limit >= 0) return
  throw new ArtooError('invalid_option', `${field} must be 0 or more, got ${limit}`, { field })
}

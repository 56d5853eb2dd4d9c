import type { Envelope, PayloadOf } from '@artoo/bus'
import type { ModelContracts, Outputs } from './model/model-contracts.js'

export interface RoleUsage {
  /** Calls that failed included. */
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of `inputTokens` that the provider read from its cache; 0 where it doesn't say. */
  readonly cachedInputTokens: number
  /** The part of `outputTokens` that the model spent on reasoning; 0 where the provider doesn't say. */
  readonly reasoningTokens: number
  /** Milliseconds that the calls took; of calls side by side the sum. */
  readonly durationMs: number
  /** In the currency of `prices`; null when a model has no price. */
  readonly cost: number | null
}

const nothing: RoleUsage = {
  ...{ modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 },
  ...{ durationMs: 0, cost: 0 },
}

/** By role. */
export type Usage = Readonly<Record<string, RoleUsage>>

type ModelCall = PayloadOf<ModelContracts<Outputs, string>, 'ModelCall'>

/** The bill with one more call on it. */
export function withCall(usage: Usage, { role, usage: spent, durationMs, cost }: ModelCall): Usage {
  const before = usage[role] ?? nothing
  const after: RoleUsage = {
    modelCalls: before.modelCalls + 1,
    inputTokens: before.inputTokens + spent.inputTokens,
    outputTokens: before.outputTokens + spent.outputTokens,
    cachedInputTokens: before.cachedInputTokens + (spent.cachedInputTokens ?? 0),
    reasoningTokens: before.reasoningTokens + (spent.reasoningTokens ?? 0),
    durationMs: before.durationMs + durationMs,
    cost: before.cost === null || cost === null ? null : before.cost + cost,
  }
  return { ...usage, [role]: after }
}

/** The sum of a bill. Its cost is null when a part of it has no price. */
export function totalOf(usage: Usage): RoleUsage {
  return Object.values(usage).reduce(
    (sum, one) => ({
      modelCalls: sum.modelCalls + one.modelCalls,
      inputTokens: sum.inputTokens + one.inputTokens,
      outputTokens: sum.outputTokens + one.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + one.cachedInputTokens,
      reasoningTokens: sum.reasoningTokens + one.reasoningTokens,
      durationMs: sum.durationMs + one.durationMs,
      cost: sum.cost === null || one.cost === null ? null : sum.cost + one.cost,
    }),
    nothing,
  )
}

/** The bill: model calls, tokens and cost by role, over the events of any number of runs, those of their children included. */
export function usageByRole(events: Iterable<Event>): Usage {
  let usage: Usage = {}
  for (const call of callsIn(events)) usage = withCall(usage, call)
  return usage
}

type Event = Pick<Envelope, 'type' | 'payload'>

/** Model calls, those of children included. */
export function* callsIn(events: Iterable<Event>): Generator<ModelCall> {
  for (const { type, payload } of events) {
    if (type === 'ModelCall') yield payload as ModelCall
    if (type === 'ChildEvent') yield* callsIn([(payload as { readonly event: Event }).event])
  }
}

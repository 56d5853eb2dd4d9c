import type { Envelope, PayloadOf } from '@artoo/bus'
import type { ModelContracts, Outputs } from './effects/model/model-contracts.js'

export interface RoleUsage {
  /** Calls that failed included. */
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In the currency of `prices`; null when a model has no price. */
  readonly cost: number | null
}

const nothing: RoleUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }

type ModelCall = PayloadOf<ModelContracts<Outputs, string>, 'ModelCall'>

/** The bill: model calls, tokens and cost by role, over the events of any number of runs, those of their children included. */
export function usageByRole(events: Iterable<Envelope>): Readonly<Record<string, RoleUsage>> {
  const usage: Record<string, RoleUsage> = {}
  for (const { role, usage: spent, cost } of callsIn(events)) {
    const before = usage[role] ?? nothing
    usage[role] = {
      modelCalls: before.modelCalls + 1,
      inputTokens: before.inputTokens + spent.inputTokens,
      outputTokens: before.outputTokens + spent.outputTokens,
      cost: before.cost === null || cost === null ? null : before.cost + cost,
    }
  }
  return usage
}

function* callsIn(events: Iterable<Envelope>): Generator<ModelCall> {
  for (const { type, payload } of events) {
    if (type === 'ModelCall') yield payload as ModelCall
    if (type === 'ChildEvent') yield* callsIn([(payload as { readonly event: Envelope }).event])
  }
}

import type { RunEvent } from './run-handle.js'

export interface RoleUsage {
  /** Calls that failed included. */
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In the currency of `prices`; null when a model has no price. */
  readonly cost: number | null
}

const nothing: RoleUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }

/** The bill: model calls, tokens and cost by role, over the events of any number of tasks. */
export function usageByRole(events: Iterable<RunEvent>): Readonly<Record<string, RoleUsage>> {
  const usage: Record<string, RoleUsage> = {}
  for (const event of events) {
    if (event.type !== 'ModelCall') continue
    const { role, usage: spent, cost } = event.payload
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

import type { RunEvent } from './run-handle.js'

export interface RoleUsage {
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Model calls and tokens by role, over the events of any number of tasks. */
export function usageByRole(events: Iterable<RunEvent>): Readonly<Record<string, RoleUsage>> {
  const usage: Record<string, RoleUsage> = {}
  for (const event of events) {
    if (event.type !== 'ModelCall') continue
    const { role, usage: spent } = event.payload
    const { modelCalls, inputTokens, outputTokens } = usage[role] ?? { modelCalls: 0, inputTokens: 0, outputTokens: 0 }
    usage[role] = {
      modelCalls: modelCalls + 1,
      inputTokens: inputTokens + spent.inputTokens,
      outputTokens: outputTokens + spent.outputTokens,
    }
  }
  return usage
}

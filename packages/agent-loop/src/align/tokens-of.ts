import { usageByRole } from '@artoo/runtime'

/** Input and output tokens of all model calls in events, those of sub-agents included. */
export function tokensOf(events: Parameters<typeof usageByRole>[0]): number {
  const bills = Object.values(usageByRole(events))
  return bills.reduce((total, { inputTokens, outputTokens }) => total + inputTokens + outputTokens, 0)
}

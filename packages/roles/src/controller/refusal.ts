import type { ReplanRequest } from '../messages/outcome.js'

/** The Law 1 refusal that stopped a subtask of this round, for the summary to begin with (paper 9); null when none did. */
export function refusalIn({ outcomes }: Pick<ReplanRequest, 'outcomes'>): string | null {
  return outcomes.find(({ failureReason }) => failureReason?.startsWith('[LAW1]'))?.failureReason ?? null
}

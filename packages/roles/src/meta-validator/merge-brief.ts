import { evidence, roomWanted, tellingCalls } from '../evidence.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import { clipped, evenShare, fitted, fitting, written } from '../room.js'
import { shownOutput } from '../shown-output.js'
import { forModel } from '../verdicts.js'

/** Of the room for a conversation, what each part of the request may take; the user's own words come on top. */
const shares = { task: 0.08, intents: 0.03, outputs: 0.15, verdicts: 0.04, records: 0.12 } as const

/** All that the meta-validator's model is shown. What one outcome leaves of the room is the others'. */
export function mergeBrief(
  outcomes: readonly SubTaskOutcome[],
  { spec, criteria }: Pick<DispatchManifest, 'spec' | 'criteria'>,
  room: number,
) {
  const parts = outcomes.map(({ verdicts, toolCalls, ...outcome }) => ({
    ...outcome,
    verdicts: verdicts.map(({ criterion, evidence, records }) => ({ criterion, evidence, records })),
    calls: tellingCalls(toolCalls),
  }))
  type Part = (typeof parts)[number]
  const shareOf = (kind: keyof typeof shares, wantOf: (part: Part) => number) =>
    evenShare(parts.map(wantOf), room * shares[kind])
  const forIntents = shareOf('intents', ({ intent }) => written(intent))
  const forOutputs = shareOf('outputs', ({ output }) => written(output))
  const forVerdicts = shareOf('verdicts', ({ verdicts }) => written(verdicts))
  const forRecords = shareOf('records', ({ calls }) => roomWanted(calls, room * shares.records))
  const { rawInput, intent, clarifications } = spec
  const task = { ...(clarifications.length > 0 && { clarifications }), intent, criteria: forModel(criteria) }
  return {
    rawInput,
    ...fitted(task, room * shares.task),
    outcomes: parts.map(({ intent, output, verdicts, calls }) => ({
      intent: clipped(intent, forIntents),
      ...shownOutput(output, forOutputs),
      verdicts: fitting(fitted(verdicts, forVerdicts), forVerdicts, (verdict) => verdict),
      records: evidence(calls, forRecords),
    })),
  }
}

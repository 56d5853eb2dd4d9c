import type { ToolCallRecord } from '@artoo/runtime'
import { evidence, type RecordNames, roomWanted, tellingCalls } from '../evidence.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { clipped, evenShare, fitted, fitting, withMore, written } from '../room.js'
import { shownOutput } from '../shown-output.js'
import { forModel } from '../verdicts.js'

/** Of the room for a conversation, what each part of the request may take; the user's own words come on top. */
const shares = { task: 0.08, intents: 0.03, outputs: 0.15, verdicts: 0.04, records: 0.12, lost: 0.03 } as const

interface Judged {
  readonly outcomes: readonly SubTaskOutcome[]
  /** What calls did for work that doesn't stand. */
  readonly lost: readonly ToolCallRecord[]
}

/** All that the meta-validator's model is shown. What one outcome leaves of the room is the others'. */
export function mergeBrief(
  { outcomes, lost }: Judged,
  { spec, criteria }: Pick<DispatchManifest, 'spec' | 'criteria'>,
  room: number,
  names: RecordNames,
) {
  const parts = outcomes.map(({ verdicts, ...outcome }) => ({
    ...outcome,
    verdicts: verdicts.map(({ criterion, evidence, records }) => ({
      criterion,
      evidence,
      records: records.map((id) => names.get(id) ?? id),
    })),
  }))
  const shareOf = (kind: keyof typeof shares, wants: readonly number[]) => evenShare(wants, room * shares[kind])
  const forIntents = shareOf('intents', wantsOf(parts, 'intent'))
  const forOutputs = shareOf('outputs', wantsOf(parts, 'output'))
  const forVerdicts = shareOf('verdicts', wantsOf(parts, 'verdicts'))
  const shown = parts.map(({ intent, output, verdicts, toolCalls }) => {
    const fit = fitting(fitted(verdicts, forVerdicts), forVerdicts, (verdict) => verdict)
    const said = { intent: clipped(intent, forIntents), ...shownOutput(output, forOutputs) }
    return { said, verdicts: fit, unsaid: verdicts.length, toolCalls, ranked: citedFirst(toolCalls, fit, names) }
  })
  const mostRecords = room * shares.records
  const forRecords = shareOf(
    'records',
    shown.map(({ ranked }) => roomWanted(ranked, mostRecords, names)),
  )
  const { rawInput, intent, earlier, verbatim } = spec
  const clarifications = [...spec.clarifications, ...outcomes.flatMap((outcome) => outcome.clarifications)]
  const task = {
    ...(clarifications.length > 0 && { clarifications }),
    ...(earlier && { earlier }),
    ...(!verbatim && { intent }),
    criteria: forModel(criteria),
  }
  return {
    rawInput,
    ...fitted(task, room * shares.task),
    outcomes: shown.map(({ said, verdicts, unsaid, toolCalls, ranked }) => {
      const records = evidence(toolCalls, forRecords, names, ranked)
      const ids = new Set(records.flatMap((record) => ('id' in record ? record.id : [])))
      return {
        ...said,
        verdicts: withMore(
          verdicts.map((verdict) => citing(verdict, ids)),
          unsaid,
        ),
        records,
      }
    }),
    ...(lost.length > 0 && { earlierChanges: evidence(lost, room * shares.lost, names) }),
  }
}

type Cited = Pick<CriterionVerdict, 'criterion' | 'evidence' | 'records'>

function wantsOf<Part>(parts: readonly Part[], field: keyof Part): readonly number[] {
  return parts.map((part) => written(part[field]))
}

/** The calls that are worth showing, the newest first, before them those that a verdict rests on. */
function citedFirst(
  toolCalls: readonly ToolCallRecord[],
  verdicts: readonly Cited[],
  names: RecordNames,
): readonly ToolCallRecord[] {
  const cited = new Set(verdicts.flatMap(({ records }) => records))
  const telling = tellingCalls(toolCalls)
  const newestFirst = toolCalls.toReversed()
  return [
    ...newestFirst.filter(({ id }) => cited.has(names.get(id) ?? id)),
    ...newestFirst.filter((call) => !cited.has(names.get(call.id) ?? call.id) && telling.includes(call)),
  ]
}

/** A verdict names no record that is not shown beside it. */
function citing({ records, ...verdict }: Cited, ids: ReadonlySet<string>) {
  return {
    ...verdict,
    records: withMore(
      records.filter((id) => ids.has(id)),
      records.length,
    ),
  }
}

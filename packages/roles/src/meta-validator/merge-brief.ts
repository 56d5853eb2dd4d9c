import type { ToolCallRecord } from '@artoo/runtime'
import { type RecordNames, renamed, roomWanted, tellingCalls, viewOf } from '../evidence/evidence.js'
import { forModel } from '../evidence/verdicts.js'
import { rankedFor } from '../looks/ranked.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { spokenIn } from '../people/added-words.js'
import { eachOnce } from '../people/asking.js'
import { clipped, evenShare, fitted, fitting, withMore, written } from '../prompts/room.js'
import { shownOutput } from '../prompts/shown-output.js'

/**
 * The share of the room for a conversation that each part of the request may take; the user's own words come on top.
 */
const shares = { task: 0.08, intents: 0.03, outputs: 0.15, verdicts: 0.04, records: 0.12, lost: 0.03 } as const

interface MergeBrief {
  readonly data: Readonly<Record<string, unknown>>
  readonly isWhole: boolean
  /** Ids of the records that are shown in full. */
  readonly full: readonly string[]
}

interface Judged {
  readonly outcomes: readonly SubTaskOutcome[]
  /** Records of calls for work that doesn't stand. */
  readonly lost: readonly ToolCallRecord[]
}

/**
 * The data for the meta-validator's model, and whether they are complete. Room that one outcome leaves is shared by the
 * others.
 */
export function mergeBrief(
  { outcomes, lost }: Judged,
  { spec, criteria }: Pick<DispatchManifest, 'spec' | 'criteria'>,
  room: number,
  names: RecordNames,
): MergeBrief {
  const parts = outcomes.map(({ verdicts, ...outcome }) => ({
    ...outcome,
    verdicts: verdicts.map(({ criterion, evidence, records }) => ({
      criterion,
      evidence: renamed(evidence, names),
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
    const texts = criteria.map(({ text }) => text)
    const about = { texts, output: `${intent}\n${output}`, lists: parts.length }
    return { said, verdicts: fit, unsaid: verdicts.length, toolCalls, ranked: ranking(toolCalls, fit, names, about) }
  })
  const mostRecords = room * shares.records
  const forRecords = shareOf(
    'records',
    shown.map(({ ranked }) => roomWanted(ranked, mostRecords, names)),
  )
  const { rawInput, intent, earlier, verbatim } = spec
  const clarifications = eachOnce([...spec.clarifications, ...outcomes.flatMap((outcome) => outcome.clarifications)])
  const task = {
    ...spokenIn(clarifications),
    ...(earlier && { earlier }),
    ...(!verbatim && { intent }),
    criteria: forModel(criteria),
  }
  const views = shown.map(({ toolCalls, ranked }) => viewOf(toolCalls, forRecords, { names, ranked }))
  const before = viewOf(lost, room * shares.lost, { names })
  const data = {
    rawInput,
    ...fitted(task, room * shares.task),
    outcomes: shown.map(({ said, verdicts, unsaid }, index) => {
      const records = views[index]?.shown ?? []
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
    ...(lost.length > 0 && { earlierChanges: before.shown }),
  }
  const all = [...views, before]
  return { data, isWhole: all.every(({ isWhole }) => isWhole), full: all.flatMap(({ full }) => [...full]) }
}

type Cited = Pick<CriterionVerdict, 'criterion' | 'evidence' | 'records'>

function wantsOf<Part>(parts: readonly Part[], field: keyof Part): readonly number[] {
  return parts.map((part) => written(part[field]))
}

/** The calls that are worth showing: those with a result that still holds, and those that a verdict cites. */
function ranking(
  toolCalls: readonly ToolCallRecord[],
  verdicts: readonly Cited[],
  names: RecordNames,
  about: { readonly texts: readonly string[]; readonly output: string; readonly lists: number },
): readonly ToolCallRecord[] {
  const cited = new Set(verdicts.flatMap(({ records }) => records))
  const isCited = ({ id }: ToolCallRecord) => cited.has(names.get(id) ?? id)
  const telling = new Set(tellingCalls(toolCalls))
  const worth = toolCalls.filter((call) => isCited(call) || telling.has(call))
  return rankedFor(worth, { criteria: about.texts, text: about.output, isCited, anyChange: true, lists: about.lists })
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

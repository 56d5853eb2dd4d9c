import type { FinalResult } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { Missing } from '../messages/missing.js'
import type { Need } from '../messages/need.js'
import type { Progress, ReplanRequest } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { oneLine } from '../prompts/one-line.js'

/** The state of a task when it ends: the last round, or as much of it as there was. */
export interface Reached extends Pick<ReplanRequest, 'taskVerdicts' | 'asks'> {
  readonly kept: readonly Progress[]
  readonly outcomes: readonly Progress[]
}

/**
 * Something that was asked for and is missing. `unmet`, `unjudged`: a criterion that failed, or has no verdict. `undone`: work that was not done;
 * `refused`: because a call for it was. `unchanged`: no call made a change. `unanswered`: a question, or an access, that no person answered. `unheard`: what the user added too late.
 */
export interface Lack extends Missing {
  readonly kind: 'unmet' | 'unjudged' | 'undone' | 'refused' | 'unchanged' | 'unanswered' | 'unheard'
}

/** Characters of one remark. */
const longest = 500

/** Stands between the need of a criterion without a verdict and the reason for it. */
export const noVerdict = 'a check: '

const checkOf = ({ because, evidence }: CriterionVerdict) =>
  because === undefined ? 'a check, since no verdict was given on it' : `${noVerdict}${oneLine(evidence, longest)}`
export const permission = 'permission for the call that was refused'
/** The need where each refused call has values from what was read, and none from the user. */
export const withoutIt = 'a way without the call that was refused'

/** Criteria that aren't met, and work that wasn't done, each with what it takes. */
export function lacksOf(
  { outcomes, kept, taskVerdicts, asks }: Reached,
  { changes, refused, isDirect }: Pick<FinalResult, 'changes' | 'refused'> & { readonly isDirect: boolean },
): Lack[] {
  const isStrange = refused.length > 0 && refused.every(({ origin }) => origin !== null)
  const all = [...kept, ...outcomes]
  const ofTask = openIn(taskVerdicts)
  const isUnmended = ({ what, tool, target }: Action) =>
    what === 'failed' && !changes.some((one) => one.what !== 'failed' && one.tool === tool && one.target === target)
  const ofSubtasks = all.flatMap(({ intent, verdicts, failureReason, status, undone, needs }): Lack[] => {
    // The questions tell it.
    if (needs.length > 0) return []
    const open = openIn(verdicts)
    // No judge has seen whether the work is whole without the call.
    if (isDirect && status === 'matched' && refused.length > 0) return [...open, refusedWork(intent, isStrange)]
    if (isDirect && status === 'matched' && changes.some(isUnmended)) return [...open, unknownWork(intent)]
    // Work that the criteria of the task reject is reported under those.
    const isTold = open.length > 0 || status === 'matched' || (!undone && ofTask.length > 0)
    return isTold ? open : [undoneBy(intent, failureReason, isStrange)]
  })
  const isUnchanged = asks === 'change' && changes.every(({ what }) => what === 'failed')
  const unchanged: Lack = { kind: 'unchanged', what: 'the change that was asked for', needs: 'a call that makes it' }
  return once([...ofTask, ...ofSubtasks, ...(isUnchanged ? [unchanged] : [])])
}

/** Questions without an answer. */
export const unanswered = (needs: readonly Need[]): readonly Lack[] =>
  once(
    needs.map(({ kind, question: what }) => ({
      kind: 'unanswered',
      what,
      needs: kind === 'access' ? 'access' : 'an answer',
    })),
  )

/** Words that the user added when no model was asked any more. */
export const unheardWords = (added: readonly string[]): readonly Lack[] =>
  once(added.map((text) => ({ kind: 'unheard', what: oneLine(text, longest), needs: 'another run' })))

function openIn(verdicts: readonly CriterionVerdict[]): Lack[] {
  const of = (wanted: CriterionVerdict['verdict']) => verdicts.filter(({ verdict }) => verdict === wanted)
  return [
    ...of('fail').map(
      ({ criterion: what, evidence }): Lack => ({ kind: 'unmet', what, needs: oneLine(evidence, longest) }),
    ),
    ...of('unjudged').map((verdict): Lack => ({ kind: 'unjudged', what: verdict.criterion, needs: checkOf(verdict) })),
  ]
}

const refusedAccess = /\[LAW1\] refused: (access to .+?) was asked for and not granted/

function undoneBy(intent: string, reason: string | null, isStrange: boolean): Lack {
  const [, access] = refusedAccess.exec(reason ?? '') ?? []
  if (access !== undefined) return { kind: 'refused', what: intent, needs: oneLine(access, longest) }
  if (reason?.includes('[LAW1] refused: ')) return refusedWork(intent, isStrange)
  return { kind: 'undone', what: intent, needs: oneLine(reason ?? 'it failed', longest) }
}

const refusedWork = (what: string, isStrange: boolean): Lack => ({
  kind: 'refused',
  what,
  needs: isStrange ? withoutIt : permission,
})

const unknownWork = (what: string): Lack => ({
  kind: 'unjudged',
  what,
  needs: `${noVerdict}a call failed, and it is not known what it changed`,
})

/** The remarks without repetitions: the first on each thing stays. */
function once(all: readonly Lack[]): Lack[] {
  return all.filter(({ what }, index) => all.findIndex((other) => other.what === what) === index)
}

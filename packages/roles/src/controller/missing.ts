import type { FinalResult, Missing } from '../messages/control.js'
import type { Progress, ReplanRequest } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { oneLine } from '../one-line.js'

/** The state of a task when it ends: the last round, or as much of it as there was. */
export interface Reached extends Pick<ReplanRequest, 'taskVerdicts' | 'asks'> {
  readonly kept: readonly Progress[]
  readonly outcomes: readonly Progress[]
}

/** Characters of one remark. */
const longest = 500

/** What a criterion without a verdict takes. */
const verdictOn = ({ because, evidence }: CriterionVerdict) =>
  `a verdict: ${because === undefined ? 'nobody could judge it' : oneLine(evidence, longest)}`

/** What was asked for and is not there, each with what it takes: criteria that aren't met, work that wasn't done. */
export function missingOf({ outcomes, kept, taskVerdicts, asks }: Reached, changes: FinalResult['changes']): Missing[] {
  const all = [...kept, ...outcomes]
  const ofTask = openIn(taskVerdicts)
  const ofSubtasks = all.flatMap(({ intent, verdicts, failureReason, status, undone }) => {
    const open = openIn(verdicts)
    // What was done and rejected by the criteria of the task is told by those.
    const isTold = open.length > 0 || status === 'matched' || (!undone && ofTask.length > 0)
    return isTold ? open : [{ what: intent, needs: reasonIn(failureReason) }]
  })
  const isUnchanged = asks === 'change' && changes.every(({ what }) => what === 'failed')
  const unchanged = isUnchanged
    ? [{ what: 'the change that was asked for', needs: 'a call that changes something and goes well' }]
    : []
  return once([...ofTask, ...ofSubtasks, ...unchanged])
}

function openIn(verdicts: readonly CriterionVerdict[]): Missing[] {
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail')
  const unjudged = verdicts.filter(({ verdict }) => verdict === 'unjudged')
  return [
    ...failed.map(({ criterion, evidence }) => ({ what: criterion, needs: oneLine(evidence, longest) })),
    ...unjudged.map((verdict) => ({ what: verdict.criterion, needs: verdictOn(verdict) })),
  ]
}

const reasonIn = (failureReason: string | null) =>
  oneLine((failureReason ?? 'it failed').replaceAll('[LAW1] refused: ', 'leave: '), longest)

/** Of two remarks on one thing the first. */
function once(all: readonly Missing[]): Missing[] {
  return all.filter(({ what }, index) => all.findIndex((other) => other.what === what) === index)
}

import { chance } from '../random.js'
import { type Data, objects, text } from './conversation.js'
import type { Mind } from './mind.js'
import { reports } from './plant.js'

/** R4a: looks at the last record, and errs now and then, in one round about one record always alike. */
export function judge(data: Data, mind: Mind): unknown {
  const { right, why, failureClass, record } = lookAt(data, mind)
  const verdicts = objects(data.criteria).map(({ criterion }) => ({
    criterion,
    verdict: right ? 'pass' : 'fail',
    failureClass: right ? null : failureClass,
    evidence: why,
    records: record === null ? [] : [record],
  }))
  return { verdicts, correction: right ? null : { whatWasWrong: why, whatToDo: `Mend it: ${why}` } }
}

/** R4b, of the merged result of a task in depth. */
export function verify(data: Data, mind: Mind): unknown {
  const [outcome = {}] = objects(data.outcomes)
  const output = text(outcome.output)
  const { verdicts } = judge({ ...data, toolCalls: objects(outcome.toolCalls) }, mind) as { verdicts: unknown }
  return { output, verdicts }
}

function lookAt(data: Data, { persona, luck }: Mind) {
  const last = objects(data.toolCalls).findLast(({ status }) => status === 'ok')
  const output = text(last?.output)
  const keys = [...luck(), 'judge', text(last?.target), text(last?.tool), output] as const
  const isRight = output.includes(reports.right)
  const errs = chance(persona.judgeErrors, ...keys, 'verdict')
  const mistakes = chance(persona.judgeErrors, ...keys, 'class')
  const isMethod = output.includes(reports.wrong_method) || (isRight && chance(0.5, ...keys, 'blame'))
  return {
    right: isRight !== errs,
    why: output || 'nothing was done',
    failureClass: isMethod !== mistakes ? 'logical' : 'environmental',
    record: text(last?.id) || null,
  }
}

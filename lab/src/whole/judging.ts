import type { Cause } from '@artoo/ggs'
import { chance, pick } from '../random.js'
import { type Data, objects, text } from './conversation.js'
import type { Mind } from './mind.js'
import { errors, reports } from './plant.js'

/** R4a: looks at the last record, and errs now and then, in one round about one record always alike. */
export function judge(data: Data, mind: Mind): unknown {
  const { right, why, cause, record } = lookAt(data, mind)
  const verdicts = objects(data.criteria).map(({ criterion }) => ({
    criterion,
    verdict: right ? 'pass' : 'fail',
    cause: right ? null : cause,
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
  const failure = text(objects(data.toolCalls).at(-1)?.output)
  const output = text(last?.output)
  const keys = [...luck(), 'judge', text(last?.target), text(last?.tool), output] as const
  const isRight = output.includes(reports.right)
  const errs = chance(persona.judgeErrors, ...keys, 'verdict')
  const isMistaken = isRight || chance(persona.judgeErrors, ...keys, 'cause')
  const named = isMistaken ? pick(nameable, ...keys, 'blame') : causeIn(output || failure)
  return {
    right: isRight !== errs,
    why: output || 'nothing was done',
    cause: named ?? null,
    record: text(last?.id) || null,
  }
}

const nameable: readonly Cause[] = ['wrong_tool', 'wrong_target', 'wrong_parameter', 'wrong_method']

/** The true cause, as a report or an error shows it. Whether a file will be there later nobody can tell by it. */
export function causeIn(words: string): Cause {
  if (words.includes(reports.wrong_method)) return 'wrong_tool'
  if (words.includes(reports.too_coarse) || words.includes(reports.too_fine)) return 'wrong_parameter'
  const isPassing = words.includes(errors.down.message) || words.includes(errors.unavailable.message)
  return isPassing ? 'outage' : 'wrong_target'
}

import type { FinalResult } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import { oneLine } from '../one-line.js'
import type { Cause } from './next-moves.js'

/** How a task came to its end, in words for a person that go on after "because". */
const becauseOf = {
  accepted: null,
  absent: null,
  answered: null,
  unjudged: null,
  converged: 'there was nothing left to try that would be worth its cost',
  budget: 'another round would have cost more than the gap is worth',
  diverging: 'each new plan moved further from what was asked for',
  replans_exhausted: 'the plan was changed as often as it may be',
  needs_answer: 'only a person can answer that, and nobody did',
  stalled: 'what there is to try was tried, or is set aside because it failed',
  refused: 'what it takes was refused',
  aborted: 'the task was stopped',
  deadline: 'its time was up',
  user_deadline: 'the time that you named had come',
  limit_reached: 'a limit on model calls, tokens or cost was reached',
  planning_failed: 'no plan was found that could be carried out',
  infeasible: 'there is no way to do it with the tools that are there',
  infrastructure: 'the model could not be reached or would not answer',
  host_failed: 'a part of the host program failed',
  role_failed: 'a part of the agent failed',
} as const satisfies Record<Cause, string | null>

type Told = Pick<FinalResult, 'status' | 'changes' | 'refused' | 'missing' | 'basis' | 'criteria'>

/** Two sentences for a person, by code: what was done, and what was not and why. */
export function summaryOf(told: Told, cause: Cause, detail: string | null): string {
  return `${doneIn(told.changes, cause)} ${told.status === 'complete' ? trustIn(told, cause) : undoneIn(told, cause, detail)}`
}

/** Items that a sentence names. */
const mostNamed = 3

/** Ends that may come while a call is under way. */
const cutOff: readonly Cause[] = ['aborted', 'deadline', 'user_deadline', 'limit_reached', 'host_failed', 'role_failed']

function doneIn(changes: readonly Action[], cause: Cause): string {
  const carriedOut = changes.filter(({ what }) => what !== 'failed')
  const isMended = ({ tool, target }: Action) => carriedOut.some((one) => one.tool === tool && one.target === target)
  const failed = changes.filter((change) => change.what === 'failed' && !isMended(change))
  if (carriedOut.length === 0 && failed.length === 0) {
    return cutOff.includes(cause) ? 'Nothing is known to have been changed.' : 'Nothing was changed.'
  }
  const done = carriedOut.length > 0 ? `Changed or carried out: ${named(carriedOut)}` : 'Nothing is known to be changed'
  return failed.length > 0 ? `${done}; what became of ${named(failed)} is not known, because it failed.` : `${done}.`
}

function trustIn({ criteria, refused }: Told, cause: Cause): string {
  const also = refused.length > 0 ? ` ${refusalsIn(refused)}.` : ''
  if (cause === 'answered') return `The answer was given at once, and nobody checked it.${also}`
  if (cause === 'absent') return `What was asked for does not exist; the answer says where it was looked for.${also}`
  const byCode = criteria.filter(({ basis }) => basis === 'code').length
  const byJudge = criteria.length - byCode
  const sources = [byCode > 0 && `${byCode} by code`, byJudge > 0 && `${byJudge} by a model`].filter(Boolean).join(', ')
  const count = criteria.length === 1 ? 'The one criterion is met' : `All ${criteria.length} criteria are met`
  return `${count} (${sources}).${also}`
}

function undoneIn({ missing, refused }: Told, cause: Cause, detail: string | null): string {
  const lacking = missing.map(({ what, needs }) => `${oneLine(what, 200)} (${oneLine(needs, 200)})`)
  const because = becauseOf[cause]
  const parts = [
    lacking.length > 0 && `Missing: ${listed(lacking)}`,
    refused.length > 0 && refusalsIn(refused),
    because !== null && `it ended because ${because}`,
    detail !== null && oneLine(detail, 500),
  ].filter((part) => part !== false)
  return `${capital(parts.join('; ').replace(/\.$/, ''))}.`
}

/** Calls that were refused. One whose values no user gave is nobody's wish. */
function refusalsIn(refused: readonly Action[]): string {
  const strange = refused.filter(({ origin }) => origin !== null)
  const own = refused.filter(({ origin }) => origin === null)
  const sources = [...new Set(strange.map(({ origin }) => placeOf(origin ?? { tool: 'a tool', target: null })))]
  return [
    own.length > 0 && `refused: ${listed(own.map(callOf))}`,
    strange.length > 0 &&
      `${listed(sources)} asked for this, which your words don’t, and it was refused: ${listed(strange.map(callOf))}`,
  ]
    .filter(Boolean)
    .join('; ')
}

const placeOf = ({ tool, target }: { readonly tool: string; readonly target: string | null }) =>
  oneLine(target ?? tool.replaceAll('_', ' '), 120)

const callOf = ({ tool, target }: Action) => oneLine(`${tool.replaceAll('_', ' ')} ${target ?? ''}`.trim(), 120)

const named = (actions: readonly Action[]) => listed([...new Set(actions.map(placeOf))])

function listed(items: readonly string[]): string {
  const more = items.length - mostNamed
  return items.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

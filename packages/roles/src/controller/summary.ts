import type { FinalResult } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { Lack } from './missing.js'
import { callOf, inBrackets, listed, placeOf, quoted, sourceOf, verbFor } from './naming.js'
import type { Cause } from './next-moves.js'

/** The end of a task as a clause for a person; null where what is missing says it all. */
const endings = {
  accepted: null,
  absent: null,
  answered: null,
  unjudged: null,
  converged: 'another try would not have been worth its cost',
  budget: 'the budget of time and new plans was used up',
  diverging: 'each new plan moved further from what was asked for',
  replans_exhausted: 'the plan was changed as often as is allowed',
  needs_answer: null,
  refused: 'what it takes was refused',
  stalled: 'no other way to do it is known',
  hopeless: 'what is left was not likely enough to succeed with another plan',
  aborted: 'the task was stopped before it was finished',
  deadline: 'the time limit passed before the task was finished',
  user_deadline: 'the time that you named came before the task was finished',
  limit_reached: 'a limit was reached before the task was finished',
  planning_failed: 'no plan was found that can be carried out',
  infeasible: 'it can’t be done with the tools that there are',
  infrastructure: 'the model could not be reached or did not answer',
  host_failed: 'the program that runs the agent failed',
  role_failed: 'the agent could not go on',
} as const satisfies Record<Cause, string | null>

interface Told extends Pick<FinalResult, 'status' | 'changes' | 'refused' | 'criteria'> {
  readonly lacks: readonly Lack[]
  /** The parts are delivered, and not the merged output that was judged. */
  readonly isUnmerged: boolean
}

/** Two sentences for a person, by code: what was done, and what was not and why. */
export function summaryOf(told: Told, cause: Cause, detail: string | null): string {
  const clauses = told.status === 'complete' ? trustIn(told, cause) : undoneIn(told, cause, detail)
  return `${doneIn(told.changes, cause)} ${sentence(clauses)}`
}

type Clause = string | null

function sentence(clauses: readonly Clause[]): string {
  const text = clauses.filter((clause) => clause !== null).join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Ends that may come while a call is under way. */
const cutOff: readonly Cause[] = ['aborted', 'deadline', 'user_deadline', 'limit_reached', 'host_failed', 'role_failed']

function doneIn(changes: readonly Action[], cause: Cause): string {
  const done = changes.filter(({ what }) => what !== 'failed')
  const isMended = ({ tool, target }: Action) => done.some((one) => one.tool === tool && one.target === target)
  const failed = changes.filter((change) => change.what === 'failed' && !isMended(change)).map(callOf)
  if (done.length === 0 && failed.length === 0) {
    return cutOff.includes(cause) ? 'Nothing is known to have been changed.' : 'Nothing was changed.'
  }
  const isText = ({ what, bytesAfter, target }: Action) => what !== 'by_hand' && bytesAfter !== null && target !== null
  const byHand = done.filter(({ what }) => what === 'by_hand').map(callOf)
  const texts = done.filter(isText).map(placeOf)
  const others = done.filter((action) => action.what !== 'by_hand' && !isText(action)).map(callOf)
  return sentence([
    texts.length > 0 ? `wrote ${listed(texts)}` : null,
    others.length > 0 ? `carried out ${listed(others)}` : null,
    byHand.length > 0 ? `${listed(byHand)} ${verbFor(byHand, 'was', 'were')} done by hand` : null,
    failed.length > 0
      ? `${listed(failed)} failed, and it is not known what ${verbFor(failed, 'it', 'they')} changed`
      : null,
  ])
}

function trustIn({ criteria, refused }: Told, cause: Cause): readonly Clause[] {
  if (cause === 'answered') return ['the answer was given at once, and nobody checked it', ...refusalsIn(refused)]
  if (cause === 'absent') return ['what was asked for was looked for and does not exist', ...refusalsIn(refused)]
  if (criteria.length === 0) return ['nobody checked it', ...refusalsIn(refused)]
  const replaced = criteria.filter(({ verdict }) => verdict === 'replaced')
  const judged = criteria.filter(({ verdict }) => verdict !== 'replaced')
  const byCode = judged.filter(({ basis }) => basis === 'code').length
  const byModel = judged.length - byCode
  const sources =
    byCode > 0 && byModel > 0 ? `${byCode} by code, ${byModel} by a model` : `by ${byCode > 0 ? 'code' : 'a model'}`
  const others =
    replaced.length > 0 &&
    `${listed(replaced.map(({ criterion }) => quoted(criterion)))} ${replaced.length === 1 ? 'was' : 'were'} replaced by what you added`
  const passed = judged.length > 0 ? `${checksOf(judged.length)} passed (${sources})` : null
  return [passed, others || null, ...refusalsIn(refused)]
}

const checksOf = (count: number) =>
  count === 1 ? 'the only check' : count === 2 ? 'both checks' : `all ${count} checks`

function undoneIn(
  { lacks, refused, changes, isUnmerged }: Told,
  cause: Cause,
  detail: string | null,
): readonly Clause[] {
  const of = (kind: Lack['kind']) => lacks.filter((lack) => lack.kind === kind)
  const [undone, stopped, unmet, unjudged] = [of('undone'), of('refused'), of('unmet'), of('unjudged')]
  // Work that was not done is a change that was not made.
  const isUnchanged = of('unchanged').length > 0 && undone.length + stopped.length === 0
  // A refusal says why there is no way.
  const isExplained = stopped.length > 0 && refused.length > 0
  const ending =
    isExplained && (cause === 'infeasible' || cause === 'stalled' || cause === 'refused') ? null : endings[cause]
  return [
    clauseOn(of('unanswered'), 'was not answered', 'were not answered', { withReasons: false }),
    clauseOn(undone, 'was not done', 'were not done'),
    stoppedBy(stopped, refused),
    clauseOn(unmet, 'is not met', 'are not met'),
    isUnmerged ? 'the answer that was judged so was dropped, and its parts are given instead' : null,
    clauseOn(unjudged, 'was not checked', 'were not checked', { withReasons: false }),
    isUnchanged ? changeMissing(lacks, changes, cause) : null,
    clauseOn(of('unheard'), 'came too late to be heard', 'came too late to be heard', { withReasons: false }),
    ...refusalsIn(stopped.length > 0 ? refused.filter(isStrange) : refused),
    ending && `${ending}${inBrackets(isKnown(lacks, detail) ? null : detail)}`,
  ]
}

/** Each with what it needs, where that says why. */
function clauseOn(
  lacks: readonly Lack[],
  one: string,
  many: string,
  { withReasons = true }: { readonly withReasons?: boolean } = {},
): Clause {
  const [first, ...others] = lacks
  if (!first) return null
  const reasonOf = ({ needs }: Lack) => (withReasons ? inBrackets(needs) : '')
  if (others.length === 0) return `${quoted(first.what)} ${one}${reasonOf(first)}`
  return `${listed(lacks.map((lack) => `${quoted(lack.what)}${reasonOf(lack)}`))} ${many}`
}

/** Work that was not done because calls for it were refused. */
function stoppedBy(stopped: readonly Lack[], refused: readonly Action[]): Clause {
  const clause = clauseOn(stopped, 'was not done', 'were not done', { withReasons: false })
  const calls = refused.filter((call) => !isStrange(call)).map(callOf)
  if (clause === null || calls.length === 0) return clause
  return `${clause}, because ${listed(calls)} ${verbFor(calls, 'was', 'were')} refused`
}

function changeMissing(lacks: readonly Lack[], failed: readonly Action[], cause: Cause): string {
  if (failed.length > 0) return 'no call is known to have made the change that was asked for'
  if (cause === 'absent') return 'what was to be changed was looked for and does not exist'
  return lacks.length === 1
    ? 'the request asks for a change, and no call made one'
    : 'the change that was asked for was not made'
}

const isKnown = (lacks: readonly Lack[], detail: string | null) => lacks.some(({ needs }) => needs === detail)

const isStrange = ({ origin }: Action) => origin !== null

/** Refused calls. One of which a value stands in what was read, and not in the user's words, need not be the user's wish. */
function refusalsIn(refused: readonly Action[]): readonly Clause[] {
  const own = refused.filter((call) => !isStrange(call)).map(callOf)
  const strange = refused.filter(isStrange)
  const calls = strange.map(callOf)
  const sources = strange.flatMap(({ origin }) => (origin ? [sourceOf(origin)] : []))
  return [
    own.length > 0 ? `${listed(own)} ${verbFor(own, 'was', 'were')} refused` : null,
    calls.length > 0
      ? `${listed(calls)} came from ${listed(sources)} and not from your request, and ${verbFor(calls, 'was', 'were')} refused`
      : null,
  ]
}

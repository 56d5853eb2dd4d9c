import {
  type Alternative,
  causeNames,
  causes,
  type Decision,
  directiveMeanings,
  type Inequality,
  stopReasonMeanings,
} from '@artoo/ggs'
import type { FinalResult, RunEvent } from '@artoo/sdk'
import { oneLine } from '@artoo/sdk'
import { ground, reasonOf } from '../task/decisions.js'
import { counted, duration, share } from '../text/numbers.js'
import { counterfactualOf, type OtherSetting, otherSettingOf } from './counterfactual.js'

/** The reason for the last decision of a task, or for its end if the controller made no decision. */
export interface Why {
  readonly sentences: readonly [string, string]
  readonly decision: ExplainedDecision | null
}

/** The last decision with its numbers, and with those that would have changed it. Plain data. */
interface ExplainedDecision extends Pick<Decision, 'round' | 'directive' | 'reason' | 'loss' | 'rationale'> {
  /** ∇L; null in the first round. */
  readonly gradient: number | null
  /** The comparisons that led to it. */
  readonly because: readonly Inequality[]
  /** The directive that the smallest change of a measured number would have brought. */
  readonly nearest: Alternative | null
  /** The directive that one setting of the host more would have brought. */
  readonly otherSetting: OtherSetting | null
}

/** Says why a task was decided as it was, from its events: of the whole task, or as far as it came. */
export function why(events: readonly RunEvent[]): Why {
  const decided = events.findLast((event) => event.type === 'ControlDecision')?.payload ?? null
  const result = events.findLast((event) => event.type === 'FinalResult')?.payload ?? null
  if (decided === null) return { sentences: result === null ? underWay : endSentences(result, null), decision: null }
  const decision = explained(decided, events)
  const isDecisive = result === null || (decided.terminal && decided.reason === result.reason)
  return { sentences: isDecisive ? decisionSentences(decision) : endSentences(result, decision), decision }
}

const underWay = [
  'The task has no result yet, and no round of it was decided.',
  'The first decision comes when the work of the first round was checked.',
] as const

function explained(decision: Decision, events: readonly RunEvent[]): ExplainedDecision {
  const { round, directive, reason, loss, gradient, previousLevel } = decision
  const { because, nearest } = counterfactualOf(decision)
  return {
    ...{ round, directive, reason, loss, rationale: reasonOf(decision) },
    ...{ gradient: previousLevel === null ? null : gradient, because, nearest },
    otherSetting: otherSettingOf(decision, events),
  }
}

function decisionSentences(decision: ExplainedDecision): readonly [string, string] {
  const { round, directive, rationale } = decision
  const numbers = numbersOf(decision)
  switch (directive) {
    case 'accept':
      return [
        `Round ${round} was accepted, because every criterion passed (${numbers}).`,
        'With one criterion failed, D would have been above .00 and the result not accepted.',
      ]
    case 'success':
      return [`The result was delivered after round ${round} (${numbers}): ${ground(rationale)}.`, otherwise(decision)]
    case 'deliver':
      return [
        `The parts that are done were delivered after round ${round} (${numbers}): ${ground(rationale)}.`,
        otherwise(decision),
      ]
    case 'abandon':
      return [`The task was given up after round ${round} (${numbers}): ${ground(rationale)}.`, otherwise(decision)]
    default:
      return [
        `After round ${round} the next plan was to ${directiveMeanings[directive]}, ${directive} (${numbers}): ${ground(rationale)}.`,
        otherwise(decision),
      ]
  }
}

function numbersOf({ loss: { D, P, Omega }, gradient }: Pick<ExplainedDecision, 'loss' | 'gradient'>): string {
  return `D ${share(D)}, P ${share(P)}, Ω ${share(Omega)}${gradient === null ? '' : `, ∇L ${share(gradient)}`}`
}

const relations: Readonly<Record<Alternative['changes'][number]['relation'], string>> = {
  '<': 'below',
  '≤': 'of at most',
  '≥': 'of at least',
  '>': 'above',
}

function otherwise({ directive, because, nearest, otherSetting }: ExplainedDecision): string {
  const changes = (nearest?.changes ?? []).map(({ quantity, from, relation, limit }) => {
    const other = `${relations[relation]} ${share(limit)} instead of ${share(from)}`
    const cause = causeNames.find((name) => quantity === `belief in ${name}`)
    if (cause !== undefined) return `a belief ${other} that ${causes[cause].short}`
    return `${quantity === '∇' ? '∇L' : quantity} ${other}`
  })
  const limit = directive === 'success' && nearest === null && because.find(({ threshold }) => threshold === 'δ')
  const ways = [
    ...(nearest === null ? [] : [`with ${changes.join(' and ')} it would have been ${nearest.directive}`]),
    ...(limit
      ? [`with D above ${share(limit.limit)} instead of ${share(limit.value)} it would have been too far`]
      : []),
    ...(otherSetting === null
      ? []
      : [`with ${settingWords(otherSetting)} it would have been ${otherSetting.directive}`]),
  ]
  if (ways.length === 0) return 'No other number of this round alone would have changed that.'
  return sentence(ways.join(', and '))
}

function settingWords({ name, from, to }: OtherSetting): string {
  if (name === 'maxReplans') return `at most ${counted(to, 'replan')} instead of ${from}`
  if (name === 'worseningLimit') return `${counted(to, 'worsening round')} allowed instead of ${from}`
  return `a time budget of ${duration(to)} instead of ${duration(from)}`
}

/** A clause with its capital and its full stop. The name of a number stays as it is. */
const sentence = (clause: string) => `${clause.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())}.`

const bases: Readonly<Record<FinalResult['basis'], string>> = {
  code: 'checks by code decided about the result',
  judge: 'a model judged the result',
  nobody: 'the result was not checked',
}

function endSentences(result: FinalResult, last: ExplainedDecision | null): readonly [string, string] {
  const { reason, basis, missing, refused } = result
  const first = `The task ended as ${reason}: ${ground(stopReasonMeanings[reason])}.`
  const [lacking] = missing
  const [turnedDown] = refused
  const facts = [
    ...(last === null
      ? []
      : [`the last decision, after round ${last.round}, was ${last.directive} (${numbersOf(last)})`]),
    ...(turnedDown === undefined
      ? []
      : [`${oneLine(`${turnedDown.tool} ${turnedDown.target ?? ''}`).trim()} was refused`]),
    ...(lacking === undefined || turnedDown !== undefined
      ? []
      : [`“${oneLine(lacking.what, 200)}” is missing (${oneLine(lacking.needs, 200)})`]),
    bases[basis],
  ]
  return [first, sentence(facts.join(', and '))]
}

import type { Decision, StopReason } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import type { Need } from '../messages/need.js'
import type { NobodyConfirms } from '../nobody-confirms.js'
import { oneLine } from '../one-line.js'

/** Why a task ended; a deadline that the user named is another matter than the host's time limit. */
export type Cause = StopReason | 'user_deadline'

const byReason = {
  accepted: [],
  absent: [],
  answered: [],
  unjudged: ['Look at the criteria that nobody judged, and decide whether the result is good enough.'],
  converged: [
    'Read what is missing and decide whether the answer is good enough.',
    'Ask again for the missing part alone.',
  ],
  budget: ['Give the task a larger time budget or more replans.', 'Split the request into smaller ones.'],
  diverging: [
    'State the request differently: each new plan moved further from it.',
    'Split the request into smaller ones.',
  ],
  replans_exhausted: ['Allow more replans.', 'Split the request into smaller ones.'],
  needs_answer: [
    'Run the request again with the answer in it.',
    'Give `clarify`, so that a person can be asked while the task is under way.',
  ],
  stalled: [
    'Provide another tool or another source: every known way has been tried.',
    'State the request differently.',
  ],
  refused: ['Ask for what can be done without it.'],
  aborted: ['Run the request again when ready.', 'Ask only for what is still missing.'],
  deadline: ['Give the task a larger time budget.', 'Split the request into smaller ones.'],
  user_deadline: ['Name a later time, or none, and run the request again.', 'Ask only for what is still missing.'],
  limit_reached: ['Raise the limit on model calls, tokens or cost.', 'Split the request into smaller ones.'],
  planning_failed: [
    'State the request more concretely: what should the result look like?',
    'Use a stronger model for planning.',
  ],
  infeasible: [
    'Give the agent the tools or the access that it lacks.',
    'Ask for a part that can be done with what is there.',
  ],
  infrastructure: [
    "Check the model's provider: its status page, the key and quota, the address, the network.",
    'Run the request again when it answers, or with a model of another provider.',
  ],
  host_failed: [
    'Mend the part of the host program that the summary names, and run the request again.',
    'See in the journal what was done before that.',
  ],
  role_failed: [
    'Look at the last model call in the journal: the model may be too weak for it.',
    'Run the request again.',
  ],
} as const satisfies Record<Cause, readonly string[]>

/** What a task that ended so would take, where no criterion says it. */
export const needs = {
  accepted: 'nothing',
  absent: 'nothing',
  answered: 'nothing',
  unjudged: 'a verdict: nobody could judge it',
  converged: 'another round',
  budget: 'a larger time budget or more replans',
  diverging: 'another way of saying what is wanted',
  replans_exhausted: 'more replans',
  needs_answer: 'an answer',
  stalled: 'another tool or another source',
  refused: 'leave for what was refused',
  aborted: 'to be run again',
  deadline: 'more time',
  user_deadline: 'a later time',
  limit_reached: 'a higher limit on model calls, tokens or cost',
  planning_failed: 'a plan that can be carried out',
  infeasible: 'tools or access that are not there',
  infrastructure: 'a model that answers',
  host_failed: 'a part of the host program to be mended',
  role_failed: 'a model that can do its part',
} as const satisfies Record<Cause, string>

interface Findings extends Pick<FinalResult, 'missing' | 'refused' | 'changes'> {
  readonly decision: Decision | null
  readonly hasOutput: boolean
  readonly nobodyConfirms: NobodyConfirms | undefined
  /** Questions that nobody answered. */
  readonly open: readonly Need[]
}

/** Two or three things to try next (roles v0.7, R2 graceful failure): what the missing parts need, then what the end suggests. */
export function nextMoves(cause: Cause, findings: Findings): readonly string[] {
  const general = byReason[cause].filter((move) => !(findings.hasOutput && move === byReason.infeasible[1]))
  const answers = findings.open.map(answerMove)
  return [...new Set([...answers, ...specificMoves(cause, findings), ...general])].slice(0, mostMoves)
}

const mostMoves = 3

function answerMove({ kind, question, choices = [] }: Need): string {
  if (kind === 'access') return `Give access: ${oneLine(question, 500)}`
  const among = choices.length > 0 ? ` (${oneLine(choices.join(', '), 300)})` : ''
  return `Answer: ${oneLine(question, 500)}${among}`
}

function specificMoves(cause: Cause, findings: Findings): readonly string[] {
  const { decision, missing, refused, changes, nobodyConfirms } = findings
  const isWork = cause !== 'infrastructure' && cause !== 'host_failed' && cause !== 'needs_answer'
  const [first] = missing.filter(({ what }) => what !== 'the request')
  const [own] = refused.filter(({ origin }) => origin === null)
  const target = decision?.blockedTargets.at(-1)
  const moves = [
    isWork &&
      own &&
      (nobodyConfirms ? confirming(callOf(own), nobodyConfirms) : `Allow ${callOf(own)}, or ask for a way without it.`),
    // No plan may be left because of what would be refused.
    cause === 'infeasible' && !own && nobodyConfirms && confirming(toolsIn(nobodyConfirms), nobodyConfirms),
    isWork && !own && first && `See to what "${oneLine(first.what, 200)}" needs: ${oneLine(first.needs, 300)}`,
    changes.length > 0 && cause !== 'converged' && `Look at what was done and stays so: ${listed(changes)}.`,
    isWork && target && `Check ${oneLine(target.target, 200)}: ${target.tool.replaceAll('_', ' ')} failed on it.`,
  ]
  return moves.filter((move) => typeof move === 'string').slice(0, 2)
}

const confirming = (what: string, { because }: NobodyConfirms) =>
  because === 'mode'
    ? `Run it in mode "ask" so that somebody can allow ${what}: in mode "refuse" nobody is asked.`
    : `Pass \`confirm\` so that somebody can allow ${what}: nobody is there to be asked.`

const toolsIn = ({ always, partly }: NobodyConfirms) =>
  firstFew([...always, ...partly].map((tool) => tool.replaceAll('_', ' ')))

const callOf = ({ tool, target }: FinalResult['refused'][number]) =>
  `"${oneLine(`${tool.replaceAll('_', ' ')} ${target ?? ''}`.trim(), 120)}"`

const placeOf = ({ tool, target }: FinalResult['changes'][number]) => oneLine(target ?? tool.replaceAll('_', ' '), 80)

/** The last few: what was done to whom. */
function listed(changes: FinalResult['changes']): string {
  return firstFew([...new Set(changes.map(placeOf))])
}

function firstFew(names: readonly string[]): string {
  const more = names.length - 3
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

import type { Decision, StopReason } from '@artoo/ggs'
import { restraint } from '../evidence/verdicts.js'
import type { FinalResult } from '../messages/control.js'
import type { Need } from '../messages/need.js'
import type { NobodyConfirms } from '../people/nobody-confirms.js'
import { oneLine } from '../prompts/one-line.js'
import { type Lack, noVerdict, permission, withoutIt } from './missing.js'
import { afterColon, callOf, inBrackets, listed, placeOf, quoted } from './naming.js'

/** Why a task ended; a deadline that the user named is another matter than the host's time limit. */
export type Cause = StopReason | 'user_deadline'

const byReason = {
  accepted: ['Otherwise ask again, and name what is to be changed.'],
  absent: ['Ask again, and name what is to be changed.', 'See whether it has another name or is in another place.'],
  answered: [],
  unjudged: ['Ask again if the result is not as you want it.'],
  converged: ['Decide whether the result is good enough as it is.', 'Allow more new plans.'],
  budget: ['Give the task more time or more new plans.', 'Split the request into smaller ones.'],
  diverging: ['Say in other words what you want.', 'Split the request into smaller ones.'],
  replans_exhausted: ['Allow more new plans.', 'Split the request into smaller ones.'],
  hopeless: ['Provide another tool or another source.', 'Ask for the rest in another way.'],
  needs_answer: ['Give a `clarify` that answers, so that the work can go on where it stood.'],
  refused: ['Ask for what can be done without it.', 'Change `onModelCall`, if what it refused should be allowed.'],
  stalled: ['Provide another tool or another source.', 'Say in other words what you want.'],
  aborted: ['Run the request again when ready.', 'Ask for a part of it.'],
  deadline: ['Give the task more time.', 'Split the request into smaller ones.'],
  user_deadline: ['Name a later time, or none, and run the request again.', 'Ask for a part of it.'],
  limit_reached: ['Raise the limit on model calls, tokens or cost.', 'Split the request into smaller ones.'],
  planning_failed: ['Say more exactly what the result should be.', 'Use a stronger model for planning.'],
  infeasible: [
    'Give the agent the tools or the access that it lacks.',
    'Ask for a part that can be done with what is there.',
  ],
  infrastructure: [
    "Check the model's provider: its status page, the key and quota, the address, the network.",
    'Run the request again when it answers, or with a model of another provider.',
  ],
  host_failed: [
    'Mend what failed in the program that runs the agent, and run the request again.',
    'See in the journal what was done before that.',
  ],
  role_failed: [
    'Look at the last model call in the journal: the model may be too weak for it.',
    'Run the request again.',
  ],
} as const satisfies Record<Cause, readonly string[]>

/** The need of a task by the cause of its end, in words, when no criterion names one. */
export const needs = {
  accepted: 'nothing',
  absent: 'nothing',
  answered: 'nothing',
  unjudged: 'a check',
  converged: 'another round',
  budget: 'more time or more new plans',
  diverging: 'other words',
  replans_exhausted: 'more new plans',
  hopeless: 'another way than those that were tried',
  needs_answer: 'an answer',
  refused: 'permission for what was refused',
  stalled: 'another tool or another source',
  aborted: 'another run',
  deadline: 'more time',
  user_deadline: 'a later time',
  limit_reached: 'a higher limit on model calls, tokens or cost',
  planning_failed: 'a plan that can be carried out',
  infeasible: 'tools or access that are not there',
  infrastructure: 'a model that answers',
  host_failed: 'a program around it that works',
  role_failed: 'a model that can do its part',
} as const satisfies Record<Cause, string>

interface Findings extends Pick<FinalResult, 'refused' | 'changes'> {
  readonly lacks: readonly Lack[]
  readonly decision: Decision | null
  readonly hasOutput: boolean
  readonly nobodyConfirms: NobodyConfirms | undefined
  /** Questions without an answer. */
  readonly open: readonly Need[]
}

/** Two or three things to try next (roles v0.7, R2 graceful failure): what the missing parts need, then what the end suggests. */
export function nextMoves(cause: Cause, findings: Findings): readonly string[] {
  const isVain = (move: string) =>
    (findings.hasOutput && move === byReason.infeasible[1]) ||
    (findings.refused.length > 0 && move === byReason.refused[1])
  const general = byReason[cause].filter((move) => !isVain(move))
  return [...new Set([...answerMoves(findings.open), ...specificMoves(cause, findings), ...general])].slice(
    0,
    mostMoves,
  )
}

const mostMoves = 3

/** One move for all questions, and one for all accesses. */
function answerMoves(open: readonly Need[]): readonly string[] {
  const told = (wanted: Need['kind']) => open.filter(({ kind }) => kind === wanted).map(questionIn)
  const [questions, accesses] = [told('question'), told('access')]
  return [
    ...(questions.length > 0 ? [`Run the request again with the answer in it: ${questions.join('; ')}`] : []),
    ...(accesses.length > 0 ? [`Give access: ${accesses.join('; ')}`] : []),
  ]
}

function questionIn({ question, choices = [] }: Need): string {
  const among = choices.length > 0 ? ` (${oneLine(choices.join(', '), 300)})` : ''
  return `${oneLine(question, 500)}${among}`
}

/** Causes that name all that the work lacks. */
const saysNothingOfWork: readonly Cause[] = ['infrastructure', 'host_failed', 'needs_answer']

function specificMoves(cause: Cause, findings: Findings): readonly string[] {
  const { decision, lacks, refused, changes, hasOutput, nobodyConfirms } = findings
  const own = refused.filter(({ origin }) => origin === null)
  const target = decision?.blockedTargets.at(-1)
  const ofWork = [
    own[0] &&
      (nobodyConfirms
        ? confirming(callOf(own[0]), nobodyConfirms)
        : `Allow ${callOf(own[0])}, or ask for a way without it.`),
    // No plan may be left because of what would be refused.
    cause === 'infeasible' && !own[0] && nobodyConfirms && confirming(toolsIn(nobodyConfirms), nobodyConfirms),
    ...lackMoves(lacks, { hasOutput, isAllowable: own.length > 0 }),
  ]
  const moves = [
    ...(saysNothingOfWork.includes(cause) ? [] : ofWork),
    cause !== 'converged' && lookAt(changes),
    target && !saysNothingOfWork.includes(cause) && `Check ${failed(target)}.`,
  ]
  return moves.filter((move) => typeof move === 'string').slice(0, 2)
}

const confirming = (what: string, { because }: NobodyConfirms) =>
  because === 'mode'
    ? `Run it in mode "ask" so that somebody can allow ${what}: in mode "refuse" nobody is asked.`
    : `Pass \`confirm\` so that somebody can allow ${what}: nobody is there to be asked.`

const toolsIn = ({ always, partly }: NobodyConfirms) =>
  listed([...always, ...partly].map((tool) => tool.replaceAll('_', ' ')))

function lookAt(changes: Findings['changes']): string | false {
  const done = changes.filter(({ what }) => what !== 'failed')
  if (done.length > 0) return `Look at what was done and stays so: ${listed(done.map(placeOf))}.`
  return changes.length > 0 && `See whether this changed anything: ${listed(changes.map(callOf))}.`
}

/** The moves that each kind of lack suggests: for the first of a kind, or for all unchecked criteria. */
function lackMoves(
  lacks: readonly Lack[],
  { hasOutput, isAllowable }: { readonly hasOutput: boolean; readonly isAllowable: boolean },
): readonly string[] {
  const first = (kind: Lack['kind']) => lacks.find((lack) => lack.kind === kind)
  const [undone, stopped, unheard] = [first('undone'), first('refused'), first('unheard')]
  const isStray = ({ kind, what }: Lack) => kind === 'unmet' && what === restraint.text
  const unmet = lacks.find((lack) => lack.kind === 'unmet' && !isStray(lack))
  const unjudged = lacks.filter(({ kind }) => kind === 'unjudged').map(unchecked)
  const isUnchangedOnly = lacks.length === 1 && lacks[0]?.kind === 'unchanged'
  const moves = [
    undone && `Clear up what kept ${quoted(undone.what)} from being done${afterColon(undone.needs)}.`,
    stopped && !isAllowable && stoppedMove(stopped),
    unmet &&
      (hasOutput
        ? `Ask again for this alone: ${quoted(unmet.what)}.`
        : `Say how this can be met: ${quoted(unmet.what)}.`),
    lacks.some(isStray) && 'See what was changed without being asked for, and take it back if need be.',
    unjudged.length > 0 && `Check for yourself: ${listed(unjudged)}.`,
    unheard && `Say it in another run: ${quoted(unheard.what)}.`,
    isUnchangedOnly && 'If everything is as you want it already, leave it so.',
  ]
  return moves.filter((move) => typeof move === 'string')
}

const stoppedMove = ({ what, needs }: Lack) =>
  needs === permission || needs === withoutIt ? `Ask again for this alone: ${quoted(what)}.` : `Give ${needs}.`

/** A criterion without a verdict, with the reason where there is one. */
const unchecked = ({ what, needs }: Lack) => `${quoted(what)}${inBrackets(needs.split(noVerdict)[1] ?? null)}`

const failed = ({ tool, target }: Decision['blockedTargets'][number]) =>
  `${oneLine(target, 120)}: ${quoted(tool.replaceAll('_', ' '))} failed on it`

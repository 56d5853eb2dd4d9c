import { askModel, type Incoming, turnedDown } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import type { Proposal } from '../messages/outputs.js'
import type { CoordinatorPhase } from './phase.js'
import { again } from './prompt-parts.js'
import { choicePrompt, repairPrompt, splitPrompt } from './prompts.js'
import { admitted, type ReviewCheck } from './proposals.js'
import { nextTicket, type Transition } from './transition.js'

/** Proposals for one move. */
const mostAsked = 2

type Proposing = Extract<CoordinatorPhase, { name: 'proposing' }>
export type ModelReply = Extract<Incoming<LoopContracts, 'coordinator'>, { type: 'ModelReply' }>['payload']

/** Asks the coordinator's model for an operation on the state. */
export function propose(transition: Transition, move: Proposing['move']): void {
  transition.phase = { name: 'proposing', move, asked: 1 }
  nextTicket(transition)
  transition.send(askModel(outputOf(move), promptOf(transition, move), { key: keyOf(transition) }))
}

function promptOf({ loop }: Transition, move: Proposing['move']): readonly Message[] {
  switch (move.kind) {
    case 'split':
      return splitPrompt(loop, move.atom)
    case 'choose':
      return choicePrompt(loop, move.group, move.choices)
    case 'repair':
      return repairPrompt(loop, move)
    default:
      return move satisfies never
  }
}

const outputOf = ({ kind }: Proposing['move']) => (kind === 'choose' ? 'choice' : 'proposal')

const keyOf = ({ phase, ticket }: Transition) => (phase.name === 'proposing' ? `${phase.move.kind}-${ticket}` : '')

/** Whether an answer is to the question that is open. */
export const isAwaited = (transition: Transition, key: string): boolean =>
  transition.phase.name === 'proposing' && key === keyOf(transition)

export function proposed(transition: Transition, reply: ModelReply, review: ReviewCheck): void {
  if (transition.phase.name !== 'proposing') return
  const { move } = transition.phase
  const refusal = reply.kind === 'value' ? admit(transition, move, reply, review) : 'there are no tools'
  if (refusal === null) return
  const { why, asked } = turnedDown([refusal], transition.phase.asked, mostAsked)
  if (asked === null) {
    proposalFailed(transition, why)
    return
  }
  transition.phase = { ...transition.phase, asked }
  transition.send(askModel(outputOf(move), again(why), { key: keyOf(transition), continues: true }))
}

/** Null when the state took it. */
function admit(
  transition: Transition,
  move: Proposing['move'],
  reply: Extract<ModelReply, { kind: 'value' }>,
  review: ReviewCheck,
): string | null {
  if (reply.output === 'choice' && move.kind === 'choose') {
    if (!move.choices.includes(reply.value.choice)) return `${reply.value.choice} is none of the ways that are left`
    choose(transition, move.group, reply.value.choice, reply.value.reason)
    return null
  }
  if (reply.output === 'proposal' && move.kind !== 'choose') return grow(transition, move, reply.value, review)
  return `it is no ${move.kind}`
}

const wayOut = {
  split: 'The loop goes on with the other ways that there are. If you know better, redirect it or stop it.',
  repair:
    'The loop halts. Redirect it (a choice more, another check, other constraints) and start it again, or leave it.',
} as const satisfies Record<'split' | 'repair', string>

function grow(
  transition: Transition,
  move: Extract<Proposing['move'], { kind: 'split' | 'repair' }>,
  proposal: Proposal & { readonly impossible?: string | null | undefined },
  review: ReviewCheck,
): string | null {
  const { impossible } = proposal
  if (impossible && proposal.atoms.length === 0) {
    const whatToDo = wayOut[move.kind]
    const atom = move.kind === 'split' ? move.atom : move.deadEnd
    transition.send({ type: 'NoWaySeen', to: 'host', payload: { atom, reason: impossible, whatToDo } })
    if (move.kind === 'split') proposalFailed(transition, impossible)
    else {
      transition.happen({ type: 'iteration_began' }, { type: 'given_up', reason: impossible })
      transition.next = 'decide'
    }
    return null
  }
  const parent = move.kind === 'split' ? move.atom : move.deadEnd
  const admission = admitted(transition.loop, proposal, { parent, review })
  if ('refusal' in admission) return admission.refusal
  transition.happen({ type: 'iteration_began' })
  if (move.kind === 'split') transition.happen({ type: 'split', atom: move.atom, ...admission.nodes })
  else transition.happen({ type: 'repaired', deadEnd: move.deadEnd, reason: move.reason, ...admission.nodes })
  transition.next = 'decide'
  return null
}

/** No iteration: what it makes possible begins one. */
function choose(transition: Transition, group: string, choice: string, reason: string): void {
  transition.happen({ type: 'chosen', group, choice, reason })
  transition.next = 'decide'
}

/** Records a proposal that failed: the loop goes on without it. */
export function proposalFailed(transition: Transition, reason: string): void {
  if (transition.phase.name !== 'proposing') return
  const { move } = transition.phase
  switch (move.kind) {
    case 'split':
      transition.happen({ type: 'iteration_began' }, { type: 'split_refused', atom: move.atom, reason })
      break
    case 'choose':
      choose(transition, move.group, move.choices[0] as string, `the next in the list: ${reason}`)
      return
    case 'repair':
      transition.happen({ type: 'iteration_began' }, { type: 'repaired', deadEnd: null, reason, atoms: [], groups: [] })
      break
    default:
      move satisfies never
  }
  transition.next = 'decide'
}

import type { Incoming } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import type { Proposal } from '../messages/outputs.js'
import type { Phase } from './phase.js'
import { again } from './prompt-parts.js'
import { choicePrompt, repairPrompt, splitPrompt } from './prompts.js'
import { admitted, type ReviewCheck } from './proposals.js'
import { nextTicket, type Turn } from './turn.js'

type Proposing = Extract<Phase, { name: 'proposing' }>
export type ModelReply = Extract<Incoming<LoopContracts, 'coordinator'>, { type: 'ModelReply' }>['payload']

/** Asks the coordinator's model for an operation on the state. */
export function propose(turn: Turn, move: Proposing['move']): void {
  turn.phase = { name: 'proposing', move, isRetried: false }
  request(turn, move, promptOf(turn, move), false)
}

function promptOf({ loop }: Turn, move: Proposing['move']): readonly Message[] {
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

function request(turn: Turn, { kind }: Proposing['move'], messages: readonly Message[], continues: boolean): void {
  const key = continues ? keyOf(turn) : `${kind}-${nextTicket(turn)}`
  const output = kind === 'choose' ? 'choice' : 'proposal'
  turn.send({
    type: 'ModelRequest',
    to: 'model',
    payload: { key, output, messages: [...messages], continues, tools: [] },
  })
}

const keyOf = ({ phase, ticket }: Turn) => (phase.name === 'proposing' ? `${phase.move.kind}-${ticket}` : '')

/** Whether an answer is to the question that is open. */
export const isAwaited = (turn: Turn, key: string): boolean => turn.phase.name === 'proposing' && key === keyOf(turn)

export function proposed(turn: Turn, reply: ModelReply, review: ReviewCheck): void {
  if (turn.phase.name !== 'proposing') return
  const { move, isRetried } = turn.phase
  const refusal = reply.kind === 'value' ? admit(turn, move, reply, review) : 'there are no tools'
  if (refusal === null) return
  if (isRetried) {
    proposalFailed(turn, refusal)
    return
  }
  turn.phase = { ...turn.phase, isRetried: true }
  request(turn, move, again(refusal), true)
}

/** Null when the state took it. */
function admit(
  turn: Turn,
  move: Proposing['move'],
  reply: Extract<ModelReply, { kind: 'value' }>,
  review: ReviewCheck,
): string | null {
  if (reply.output === 'choice' && move.kind === 'choose') {
    if (!move.choices.includes(reply.value.choice)) return `${reply.value.choice} is none of the ways that are left`
    choose(turn, move.group, reply.value.choice, reply.value.reason)
    return null
  }
  if (reply.output === 'proposal' && move.kind !== 'choose') return grow(turn, move, reply.value, review)
  return `it is no ${move.kind}`
}

const wayOut = {
  split: 'The loop goes on with the other ways that there are. If you know better, redirect it or stop it.',
  repair:
    'The loop halts. Redirect it (a choice more, another check, other constraints) and start it again, or leave it.',
} as const satisfies Record<'split' | 'repair', string>

function grow(
  turn: Turn,
  move: Extract<Proposing['move'], { kind: 'split' | 'repair' }>,
  proposal: Proposal & { readonly impossible?: string | null | undefined },
  review: ReviewCheck,
): string | null {
  const { impossible } = proposal
  if (impossible && proposal.atoms.length === 0) {
    const whatToDo = wayOut[move.kind]
    const atom = move.kind === 'split' ? move.atom : move.deadEnd
    turn.send({ type: 'NoWaySeen', to: 'host', payload: { atom, reason: impossible, whatToDo } })
    if (move.kind === 'split') proposalFailed(turn, impossible)
    else {
      turn.happen({ type: 'iteration_began' }, { type: 'given_up', reason: impossible })
      turn.next = 'decide'
    }
    return null
  }
  const parent = move.kind === 'split' ? move.atom : move.deadEnd
  const admission = admitted(turn.loop, proposal, { parent, review })
  if ('refusal' in admission) return admission.refusal
  turn.happen({ type: 'iteration_began' })
  if (move.kind === 'split') turn.happen({ type: 'split', atom: move.atom, ...admission.nodes })
  else turn.happen({ type: 'repaired', deadEnd: move.deadEnd, reason: move.reason, ...admission.nodes })
  turn.next = 'decide'
  return null
}

/** No iteration: what it makes possible begins one. */
function choose(turn: Turn, group: string, choice: string, reason: string): void {
  turn.happen({ type: 'chosen', group, choice, reason })
  turn.next = 'decide'
}

/** Records a proposal that failed: the loop goes on without it. */
export function proposalFailed(turn: Turn, reason: string): void {
  if (turn.phase.name !== 'proposing') return
  const { move } = turn.phase
  switch (move.kind) {
    case 'split':
      turn.happen({ type: 'iteration_began' }, { type: 'split_refused', atom: move.atom, reason })
      break
    case 'choose':
      choose(turn, move.group, move.choices[0] as string, `the next in the list: ${reason}`)
      return
    case 'repair':
      turn.happen({ type: 'iteration_began' }, { type: 'repaired', deadEnd: null, reason, atoms: [], groups: [] })
      break
    default:
      move satisfies never
  }
  turn.next = 'decide'
}

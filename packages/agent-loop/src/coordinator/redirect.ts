import type { PayloadOf } from '@artoo/bus'
import type { Message } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import type { Redirection } from '../messages/outputs.js'
import { lostBy } from '../state/corrected.js'
import type { Change, GraphOperation } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'
import { callOff } from './batch.js'
import { changeFault } from './change-fault.js'
import type { Phase } from './phase.js'
import { prepare } from './prepare.js'
import { again, redirectPrompt } from './prompts.js'
import type { ReviewCheck } from './proposals.js'
import type { ModelReply } from './propose.js'
import { nextTicket, type Turn } from './turn.js'

/** How often a person is asked about one change. */
const mostRounds = 5

/** A change that can't be made interrupts nothing. Else all that is under way is called off at once, and nothing of it is kept. */
export function redirectAsked(
  turn: Turn,
  { text, change }: PayloadOf<LoopContracts, 'RedirectAsked'>,
  { proposes, review }: { readonly proposes: boolean; readonly review: ReviewCheck },
): void {
  const fault = change && changeFault(turn.loop, change, review)
  if (fault) {
    settled(turn, fault)
    return
  }
  callOff(turn, Object.keys(turn.loop.in_flight), 'the course is changed', true)
  turn.happen({ type: 'redirect_requested' })
  turn.phase = { name: 'redirecting', text, rounds: 0, proposed: null }
  if (change) {
    prepare(turn, change)
    return
  }
  nextTicket(turn)
  if (text === null) return
  if (proposes) {
    ask(turn, redirectPrompt(turn.loop, text), false)
    return
  }
  cancel(turn, 'there is no model to read it: give the change as data')
}

/** Takes back the work that the change makes void, and then makes it. */
export function wayIsClear(turn: Turn, change: Change): void {
  const commits = lostBy(turn.loop, change).flatMap((id) => turn.loop.bindings[id]?.commit ?? [])
  if (commits.length === 0) {
    changed(turn, change, null, [])
    return
  }
  turn.phase = { name: 'reverting', target: { kind: 'change', change } }
  turn.send({ type: 'Revert', to: 'workspaces', payload: { ticket: nextTicket(turn), commits: [...new Set(commits)] } })
}

export function changed(turn: Turn, change: Change, head: string | null, residual: readonly string[]): void {
  turn.happen({ type: 'corrected', change, head, residual })
  settled(turn, null)
  turn.next = turn.loop.head === turn.verified ? 'decide' : 'verify'
}

export function cancel(turn: Turn, refusal: string | null): void {
  if (turn.phase.name !== 'redirecting') return
  turn.happen({ type: 'redirect_cancelled' })
  settled(turn, refusal ?? 'cancelled')
  prepare(turn, null)
}

function settled(turn: Turn, refusal: string | null): void {
  turn.send({ type: 'RedirectSettled', to: 'person', payload: { applied: refusal === null, refusal } })
}

const keyOf = ({ ticket }: Turn) => `redirect-${ticket}`

export const isAboutCourse = (turn: Turn, key: string): boolean =>
  turn.phase.name === 'redirecting' && key === keyOf(turn)

function ask(turn: Turn, messages: readonly Message[], continues: boolean): void {
  const payload = { key: keyOf(turn), output: 'redirection' as const, messages: [...messages], continues, tools: [] }
  turn.send({ type: 'ModelRequest', to: 'model', payload })
}

/** The model's reading of a person's words: what it asks back, or the change, which is shown before it is made. */
export function courseProposed(turn: Turn, reply: ModelReply, review: ReviewCheck): void {
  const { phase } = turn
  if (phase.name !== 'redirecting') return
  if (reply.kind !== 'value' || reply.output !== 'redirection') {
    cancel(turn, 'the model gave no change')
    return
  }
  const { questions } = reply.value
  const proposed = changeIn(turn.loop, reply.value)
  if (phase.rounds >= mostRounds) {
    cancel(turn, `no change came of ${mostRounds} rounds of questions`)
    return
  }
  const round: Phase = { ...phase, rounds: phase.rounds + 1, proposed }
  if (proposed === null) {
    if (questions.length === 0) {
      cancel(turn, 'the model found nothing to change')
      return
    }
    turn.phase = round
    clarify(turn, questions)
    return
  }
  const fault = changeFault(turn.loop, proposed, review)
  turn.phase = round
  if (fault !== null) {
    ask(turn, again(fault), true)
    return
  }
  clarify(turn, [`This would be changed: ${proposed.description} (${JSON.stringify(proposed)}). Yes, or what else?`])
}

function clarify(turn: Turn, questions: readonly string[]): void {
  turn.send({ type: 'ClarificationRequest', to: 'host', payload: { questions: [...questions] } })
}

/** A yes makes the change; nobody's answer makes none; anything else is one more word on it. */
export function clarified(turn: Turn, { answer }: PayloadOf<LoopContracts, 'ClarificationAnswer'>): void {
  const { phase } = turn
  if (phase.name !== 'redirecting') return
  if (answer.trim() === '') {
    cancel(turn, 'nobody confirmed the change: answer by `clarify`, or give the change as data')
    return
  }
  if (phase.proposed !== null && /^(y|yes|ja|oui|sí|si|ok)[.!]?$/iu.test(answer.trim())) {
    prepare(turn, phase.proposed)
    return
  }
  ask(turn, [{ role: 'user', content: `The person answers: ${JSON.stringify(answer)}` }], true)
}

function changeIn(state: StateFile, { change }: Redirection): Change | null {
  if (change === null) return null
  switch (change.type) {
    case 'objective_change': {
      const { type, description, ...objective } = change
      return { type, description, objective: withoutUndefined(objective) }
    }
    case 'dag_adjustment':
      return { ...change, operations: change.operations.map(operationOf) }
    case 'constraint_change':
    case 'bindings_override':
      return change as Change
    default:
      return change satisfies never
  }

  function operationOf(
    operation: Extract<Redirection['change'], { type: 'dag_adjustment' }>['operations'][number],
  ): GraphOperation {
    if (operation.op !== 'add') return operation
    const { name, task, check, depends_on, writes, unknown } = operation.atom
    const id = freeId(state, name)
    const atom = {
      id,
      description: task,
      success_criteria: check,
      deps: depends_on,
      writes,
      resources: [],
      explore: unknown,
    }
    return { op: 'add', atom, group: operation.group }
  }
}

function freeId({ atoms, or_groups }: StateFile, name: string): string {
  const slug = name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '') || 'a'
  const isFree = (id: string) => !Object.hasOwn(atoms, id) && !Object.hasOwn(or_groups, id)
  if (isFree(slug)) return slug
  for (let number = 2; ; number++) if (isFree(`${slug}-${number}`)) return `${slug}-${number}`
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

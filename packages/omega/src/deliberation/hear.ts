import { answersOf, askModel, openCalls, openTurn, withResult } from '@artoo/runtime'
import type { ToolCall } from '@artoo/spec'
import { nextStep } from '../decide/escalation.js'
import { proceedThreshold } from '../messages/agent-task.js'
import { agentOutput } from '../messages/outputs.js'
import { readMessage } from '../messages/read-message.js'
import { mandatory } from '../phi/priorities.js'
import type { Fault } from '../protocol/log-event.js'
import { protocol } from '../protocol/thresholds.js'
import { ask } from './deploy.js'
import { end } from './end.js'
import type { Assignment, Message, Turn } from './turn.js'

/** An agent may look things up in so many turns before it has to report, with so many calls in each. */
const mostTurns = 6
const mostCalls = 8

/** An agent's report, whoever wrote it. */
export function heard(turn: Turn, key: string, written: unknown): void {
  const assignment = turn.assignments[key]
  if (!assignment) return
  const { session, roster } = turn
  const read = readMessage(written, {
    card: roster.card(assignment.agent),
    at: turn.at,
    iteration: session.iteration,
    respondingTo: session.iteration <= 1 ? 'INITIAL' : 'PHI_QUERY',
    inputs: assignment.inputs,
    family: turn.families[assignment.agent] ?? 'code',
    tokens: assignment.tokens,
    ...{ session, known: assignment.known },
    threshold: proceedThreshold(session),
  })
  if ('faults' in read) {
    failed(turn, assignment, read.faults, written)
    return
  }
  const { message } = read
  turn.happen({ type: 'output', message })
  for (const { contradiction, holds, why } of message.body.resolutions) {
    turn.happen({ type: 'resolved', contradiction, holds, why, by: assignment.agent })
  }
  const checking = message.body.references.flatMap(({ check }, index) => (check ? [index] : []))
  if (checking.length === 0) {
    finished(turn, key)
    return
  }
  turn.assignments[key] = { ...assignment, checking }
  for (const index of checking) {
    const check = message.body.references[index]?.check
    if (!check) continue
    const output = message.body.references[index]?.relationship ?? ''
    turn.send({ type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls: [] } })
  }
}

/** Code has decided what a reference says. */
export function checkDone(
  turn: Turn,
  { key, index, pass, evidence, failureClass }: Message<'CheckResult'>['payload'],
): void {
  const assignment = turn.assignments[key]
  if (!assignment?.checking.includes(index)) return
  const { agent } = assignment
  const message = turn.session.messages.findLast(({ header }) => header.agentId === agent)
  const reference = message?.body.references[index]
  if (reference) {
    const found = failureClass === 'environmental' ? `could not be run: ${evidence}` : evidence
    turn.happen({ type: 'checked', agent, reference, holds: pass, evidence: found })
  }
  const checking = assignment.checking.filter((other) => other !== index)
  turn.assignments[key] = { ...assignment, checking }
  if (checking.length === 0) finished(turn, key)
}

/** An agent wants to look something up. */
export function toolsCalled(turn: Turn, key: string, toolCalls: readonly ToolCall[]): void {
  const assignment = turn.assignments[key]
  if (!assignment) return
  const { turns, tools } = assignment
  const opened = openTurn(toolCalls, { tools: turns < mostTurns ? tools : [], attempt: 1, most: mostCalls })
  const next = { ...assignment, turns: turns + 1, turn: opened }
  turn.assignments[key] = next
  for (const { id: callId, name: tool, input } of openCalls(opened)) {
    const payload = { key, callId, attempt: 1, tool, input, blockedTargets: [], cautions: [] }
    turn.send({ type: 'ToolRequest', to: 'tools', payload })
  }
  advance(turn, next)
}

export function toolDone(turn: Turn, result: Message<'ToolResult'>['payload']): void {
  const assignment = turn.assignments[result.key]
  const next = assignment && withResult(assignment.turn, result)
  if (next) advance(turn, { ...assignment, turn: next })
}

/** Once all calls of its turn are in, the agent is asked to go on. */
function advance(turn: Turn, assignment: Assignment): void {
  const { key, agent, turns, tools } = assignment
  if (openCalls(assignment.turn).length > 0) {
    turn.assignments[key] = assignment
    return
  }
  turn.assignments[key] = { ...assignment, turn: [] }
  const options = { key, continues: true, tools: turns < mostTurns ? tools : [] }
  turn.send(askModel(agentOutput(agent), answersOf(assignment.turn), options))
}

/** The output is kept apart; the same agent is asked again, then another one, then it goes on without. */
export function failed(turn: Turn, assignment: Assignment, faults: readonly Fault[], output: unknown): void {
  const { key, agent, failures } = assignment
  turn.happen({ type: 'quarantined', agent, faults, output: output ?? null })
  // It knew too little, and said so: nothing failed.
  if (faults.every(({ code }) => code === 'low_confidence')) {
    finished(turn, key)
    return
  }
  delete turn.assignments[key]
  const { name } = turn.roster.card(agent)
  const isTried = failures + 1 >= protocol.maxFailures
  const substitute = isTried ? null : turn.roster.substituteFor(agent, { without: occupied(turn) })
  const { step, remove, escalations } = nextStep({
    failures: turn.session.failing[agent] ?? 1,
    substitute,
    mandatory: isMandatory(agent),
  })
  const reason = `${name} (${agent}) gave nothing that can be used`
  for (const escalation of escalations) turn.happen({ type: 'escalated', ...escalation, agent, reason })
  turn.happen({ type: 'agent_recovery', agent, step, substitute: step === 'substitute' ? substitute : null })
  if (remove) turn.happen({ type: 'removed', agent })
  switch (step) {
    case 'retry':
      ask(turn, agent, failures + 1, { rejected: faults.map(told), rejectedReport: output ?? null })
      return
    case 'substitute':
      if (substitute !== null) ask(turn, substitute, failures + 1)
      return
    case 'skip':
      finished(turn, key)
      return
    case 'halt':
      end(turn, { status: 'FAILURE', code: 'irrecoverable', why: `${reason}, and nobody can stand in for it` })
      return
    default:
      step satisfies never
  }
}

const told = ({ field, message }: Fault) => (field === null ? message : `${field}: ${message}`)

const isMandatory = (agent: number) => (mandatory as readonly number[]).includes(agent)

/** The agents that are out, planned for this iteration, or removed. */
function occupied({ plan, assignments, session }: Turn): readonly number[] {
  const planned = plan?.batches.flatMap(({ agents }) => agents) ?? []
  return [...planned, ...Object.values(assignments).map(({ agent }) => agent), ...session.removed]
}

function finished(turn: Turn, key: string): void {
  delete turn.assignments[key]
  if (Object.keys(turn.assignments).length === 0) turn.next = 'settle'
}

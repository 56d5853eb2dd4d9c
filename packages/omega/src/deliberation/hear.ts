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
import type { Assignment, Received, Transition } from './transition.js'

/** An agent may look things up in so many turns before it has to report, with so many calls in each. */
const mostTurns = 6
const mostCalls = 8

/** An agent's report, whoever wrote it. */
export function heard(transition: Transition, key: string, written: unknown): void {
  const assignment = transition.assignments[key]
  if (!assignment) return
  const { session, roster } = transition
  const read = readMessage(written, {
    card: roster.card(assignment.agent),
    at: transition.at,
    iteration: session.iteration,
    respondingTo: session.iteration <= 1 ? 'INITIAL' : 'PHI_QUERY',
    inputs: assignment.inputs,
    family: transition.families[assignment.agent] ?? 'code',
    tokens: assignment.tokens,
    ...{ session, known: assignment.known },
    threshold: proceedThreshold(session),
  })
  if ('faults' in read) {
    failed(transition, assignment, read.faults, written)
    return
  }
  const { message } = read
  transition.happen({ type: 'output', message })
  for (const { contradiction, holds, why } of message.body.resolutions) {
    transition.happen({ type: 'resolved', contradiction, holds, why, by: assignment.agent })
  }
  const checking = message.body.references.flatMap(({ check }, index) => (check ? [index] : []))
  if (checking.length === 0) {
    finished(transition, key)
    return
  }
  transition.assignments[key] = { ...assignment, checking }
  for (const index of checking) {
    const check = message.body.references[index]?.check
    if (!check) continue
    const output = message.body.references[index]?.relationship ?? ''
    transition.send({ type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls: [] } })
  }
}

/** Code has decided what a reference says. */
export function checkDone(
  transition: Transition,
  { key, index, pass, evidence, failureClass }: Received<'CheckResult'>['payload'],
): void {
  const assignment = transition.assignments[key]
  if (!assignment?.checking.includes(index)) return
  const { agent } = assignment
  const message = transition.session.messages.findLast(({ header }) => header.agentId === agent)
  const reference = message?.body.references[index]
  if (reference) {
    const found = failureClass === 'environmental' ? `could not be run: ${evidence}` : evidence
    transition.happen({ type: 'checked', agent, reference, holds: pass, evidence: found })
  }
  const checking = assignment.checking.filter((other) => other !== index)
  transition.assignments[key] = { ...assignment, checking }
  if (checking.length === 0) finished(transition, key)
}

/** An agent wants to look something up. */
export function toolsCalled(transition: Transition, key: string, toolCalls: readonly ToolCall[]): void {
  const assignment = transition.assignments[key]
  if (!assignment) return
  const { turns, tools } = assignment
  const opened = openTurn(toolCalls, { tools: turns < mostTurns ? tools : [], attempt: 1, most: mostCalls })
  const next = { ...assignment, turns: turns + 1, turn: opened }
  transition.assignments[key] = next
  for (const { id: callId, name: tool, input } of openCalls(opened)) {
    const payload = { key, callId, attempt: 1, tool, input, blockedTargets: [], cautions: [] }
    transition.send({ type: 'ToolRequest', to: 'tools', payload })
  }
  advance(transition, next)
}

export function toolDone(transition: Transition, result: Received<'ToolResult'>['payload']): void {
  const assignment = transition.assignments[result.key]
  const next = assignment && withResult(assignment.turn, result)
  if (next) advance(transition, { ...assignment, turn: next })
}

/** Once all calls of its turn are in, the agent is asked to go on. */
function advance(transition: Transition, assignment: Assignment): void {
  const { key, agent, turns, tools } = assignment
  if (openCalls(assignment.turn).length > 0) {
    transition.assignments[key] = assignment
    return
  }
  transition.assignments[key] = { ...assignment, turn: [] }
  const options = { key, continues: true, tools: turns < mostTurns ? tools : [] }
  transition.send(askModel(agentOutput(agent), answersOf(assignment.turn), options))
}

/** The output is kept apart; the same agent is asked again, then another one, then it goes on without. */
export function failed(
  transition: Transition,
  assignment: Assignment,
  faults: readonly Fault[],
  output: unknown,
): void {
  const { key, agent, failures } = assignment
  transition.happen({ type: 'quarantined', agent, faults, output: output ?? null })
  // It knew too little, and said so: nothing failed.
  if (faults.every(({ code }) => code === 'low_confidence')) {
    finished(transition, key)
    return
  }
  delete transition.assignments[key]
  const { name } = transition.roster.card(agent)
  const isTried = failures + 1 >= protocol.maxFailures
  const substitute = isTried ? null : transition.roster.substituteFor(agent, { without: occupied(transition) })
  const { step, remove, escalations } = nextStep({
    failures: transition.session.failing[agent] ?? 1,
    substitute,
    mandatory: isMandatory(agent),
  })
  const reason = `${name} (${agent}) gave nothing that can be used`
  for (const escalation of escalations) transition.happen({ type: 'escalated', ...escalation, agent, reason })
  transition.happen({ type: 'agent_recovery', agent, step, substitute: step === 'substitute' ? substitute : null })
  if (remove) transition.happen({ type: 'removed', agent })
  switch (step) {
    case 'retry':
      ask(transition, agent, failures + 1, { rejected: faults.map(told), rejectedReport: output ?? null })
      return
    case 'substitute':
      if (substitute !== null) ask(transition, substitute, failures + 1)
      return
    case 'skip':
      finished(transition, key)
      return
    case 'halt':
      end(transition, { status: 'FAILURE', code: 'irrecoverable', why: `${reason}, and nobody can stand in for it` })
      return
    default:
      step satisfies never
  }
}

const told = ({ field, message }: Fault) => (field === null ? message : `${field}: ${message}`)

const isMandatory = (agent: number) => (mandatory as readonly number[]).includes(agent)

/** The agents that are out, planned for this iteration, or removed. */
function occupied({ plan, assignments, session }: Transition): readonly number[] {
  const planned = plan?.batches.flatMap(({ agents }) => agents) ?? []
  return [...planned, ...Object.values(assignments).map(({ agent }) => agent), ...session.removed]
}

function finished(transition: Transition, key: string): void {
  delete transition.assignments[key]
  if (Object.keys(transition.assignments).length === 0) transition.next = 'settle'
}

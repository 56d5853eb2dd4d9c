import { answersOf, askModel, openCalls, openTurn, withResult } from '@artoo/runtime'
import type { ToolCall } from '@artoo/spec'
import { agentOutput } from '../messages/outputs.js'
import { readMessage } from '../messages/read-message.js'
import { dealt } from '../plan/deal.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { Fault } from '../protocol/log-event.js'
import type { Reference } from '../protocol/report.js'
import type { Claim } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { ask } from './deploy.js'
import type { Assignment, Received, Transition } from './transition.js'

/** An agent may look things up in so many turns before it has to report. */
const mostTurns = 6

/** An agent's report, whoever wrote it. */
export function heard(transition: Transition, key: string, written: unknown): void {
  const assignment = transition.assignments[key]
  if (!assignment) return
  const { session, roster } = transition
  const { agent, inputs, tokens, known, speaker } = assignment
  const read = readMessage(written, {
    ...{ card: roster.card(agent), at: transition.at, iteration: session.iteration, batch: session.batch },
    ...{ inputs, family: speaker.family, tokens, session, known, checks: transition.checks.map(({ name }) => name) },
    isLast: assignment.failures > 0,
  })
  if ('faults' in read) {
    failed(transition, assignment, read.faults, written)
    return
  }
  const { message } = read
  transition.happen({ type: 'output', message })
  const checking: Assignment['checking'] = Object.fromEntries(statementsToCheck(transition, message).entries())
  transition.assignments[key] = { ...assignment, checking }
  for (const [index, { check, evidence }] of Object.entries(checking)) {
    if (!check) continue
    const payload = { key, index: Number(index), check, output: evidence ?? message.verdict, toolCalls: [] }
    transition.send({ type: 'CheckRequest', to: 'checks', payload })
  }
  if (Object.keys(checking).length === 0) finished(transition, key)
}

/** Its statements that name a check: those on claims, and its own answer. */
function statementsToCheck(
  { session }: Transition,
  { agent, references, answer, check }: AgentMessage,
): readonly Reference[] {
  const own = answer === null ? undefined : session.claims.find((claim) => claim.isAnswer && isHeldBy(claim, agent))
  const said = own && check ? [{ type: 'SUPPORTS' as const, claim: own.id, evidence: null, factor: null, check }] : []
  return [...references.filter((reference) => reference.check !== null), ...said]
}

const isHeldBy = ({ supporters }: Claim, agent: number) => supporters.some((supporter) => supporter.agent === agent)

/** Code has decided what was said. */
export function checkDone(
  transition: Transition,
  { key, index, pass, evidence, ran }: Received<'CheckResult'>['payload'],
): void {
  const assignment = transition.assignments[key]
  const reference = assignment?.checking[index]
  if (!assignment || !reference) return
  const { agent } = assignment
  const holds = ran === false ? null : pass
  transition.happen({ type: 'checked', agent, reference, holds, evidence })
  const { [index]: _done, ...checking } = assignment.checking
  transition.assignments[key] = { ...assignment, checking }
  if (Object.keys(checking).length === 0) finished(transition, key)
}

/** An agent wants to look something up. */
export function toolsCalled(transition: Transition, key: string, toolCalls: readonly ToolCall[]): void {
  const assignment = transition.assignments[key]
  if (!assignment) return
  const { turns, tools } = assignment
  const opened = openTurn(toolCalls, { tools: turns < mostTurns ? tools : [], attempt: 1 })
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
  const { key, agent, speaker, turns, tools } = assignment
  if (openCalls(assignment.turn).length > 0 || speaker.kind !== 'model') {
    transition.assignments[key] = assignment
    return
  }
  transition.assignments[key] = { ...assignment, turn: [] }
  const options = { key, continues: true, tools: turns < mostTurns ? tools : [] }
  transition.send(askModel(agentOutput(agent, speaker.voice), answersOf(assignment.turn), options))
}

export function silent(transition: Transition, key: string, code: 'schema' | 'no_answer', message: string): void {
  const assignment = transition.assignments[key]
  if (assignment) failed(transition, assignment, [{ code, field: null, message }], null)
}

/** The output is kept apart; the same agent is asked again, then another one, then it goes on without. */
function failed(transition: Transition, assignment: Assignment, faults: readonly Fault[], output: unknown): void {
  const { key, agent, failures, speaker } = assignment
  transition.happen({ type: 'quarantined', agent, faults, output: output ?? null })
  // It knew too little, and said so: nothing failed.
  if (faults.every(({ code }) => code === 'low_confidence')) {
    finished(transition, key)
    return
  }
  const step = nextStep(transition, assignment, output === null || output === undefined)
  transition.happen({ type: 'agent_recovery', agent, ...step })
  if (step.step === 'skip') {
    finished(transition, key)
    return
  }
  delete transition.assignments[key]
  if (step.substitute === null) {
    ask(transition, agent, {
      failures: failures + 1,
      speaker,
      rejected: faults.map(told),
      rejectedReport: output ?? null,
    })
    return
  }
  const { roster, speakers, session } = transition
  const other = dealt(step.substitute, session.deployed, speakers, roster)
  ask(transition, step.substitute, { failures: failures + 1, speaker: other })
}

type Step =
  | { readonly step: 'retry' | 'skip'; readonly substitute: null }
  | { readonly step: 'substitute'; readonly substitute: number }

/**
 * The step after an agent's failure (sections 4.2.1 and 4.4): a report that can't be used is asked for once more, then a peer takes its place.
 * Nobody stands in as long as the batch has heard nobody: if none of them can be used, others won't be.
 */
function nextStep(transition: Transition, { agent, failures, speaker }: Assignment, isSilent: boolean): Step {
  const skip = { step: 'skip', substitute: null } as const
  if (speaker.kind === 'person' || failures >= protocol.maxFailures) return skip
  if (failures === 0 && !isSilent) return { step: 'retry', substitute: null }
  const { session, roster } = transition
  const isHeard = session.messages.some(
    ({ iteration, batch }) => iteration === session.iteration && batch === session.batch,
  )
  const substitute = isHeard ? roster.substituteFor(agent, { without: occupied(transition) }) : null
  return substitute === null ? skip : { step: 'substitute', substitute }
}

const told = ({ field, message }: Fault) => (field === null ? message : `${field}: ${message}`)

/** The agents that are out, planned for this iteration, or were sent before. */
const occupied = ({ assignments, session }: Transition): readonly number[] => [
  ...session.batches.flatMap(({ agents }) => agents),
  ...Object.values(assignments).map(({ agent }) => agent),
  ...session.deployed,
]

function finished(transition: Transition, key: string): void {
  delete transition.assignments[key]
  if (Object.keys(transition.assignments).length === 0) transition.next = 'settle'
}

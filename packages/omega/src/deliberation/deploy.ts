import { askModel } from '@artoo/runtime'
import { openContradictions, standing } from '../evidence/counted.js'
import { type AgentTask, judges, taskFor, thinksAlone } from '../messages/agent-task.js'
import { agentOutput } from '../messages/outputs.js'
import { dealt } from '../plan/deal.js'
import { leastCovered } from '../plan/genesis.js'
import { reviewers } from '../plan/priorities.js'
import { protocol } from '../protocol/thresholds.js'
import { askPersons } from './ask-persons.js'
import { agentPrompt } from './prompts.js'
import type { Assignment, Transition } from './transition.js'

/** Sends a batch of the plan. */
export function launch(transition: Transition): void {
  const { session, roster } = transition
  const { batch, deployed } = session
  const agents = toBeSent(transition)
  if (agents.length === 0) {
    transition.next = 'settle'
    return
  }
  const before = [...deployed]
  transition.happen({ type: 'launched', batch, agents })
  for (const agent of agents) {
    ask(transition, agent, { failures: 0, speaker: dealt(agent, before, transition.speakers, roster) })
    before.push(agent)
  }
  askPersons(transition)
}

/**
 * The agents of the batch who have something to do: a resolver while contradictions are open, judges while an answer or a claim stands. On a quick
 * panel explorers go in place of judges who have nothing to judge.
 */
function toBeSent({ session, roster, panel }: Transition): readonly number[] {
  const { batches, batch, deployed } = session
  const planned = batches[batch]?.agents ?? []
  const isOpen = openContradictions(session).length > 0
  const able = planned.filter((id) => isOpen || !roster.card(id).parts.includes('resolutions'))
  if (standing(session).length > 0 || !able.every((id) => judges(roster.card(id)))) return able
  const others = [...deployed, ...batches.flatMap(({ agents }) => agents)]
  return panel === 'quick' ? leastCovered(others, able.length, reviewers) : []
}

export interface Asked
  extends Partial<Pick<AgentTask, 'rejected' | 'rejectedReport'>>,
    Pick<Assignment, 'failures' | 'speaker'> {}

/** Asks an agent, or another in its place. Persons are asked together, once all of the batch have their task. */
export function ask(transition: Transition, agent: number, { failures, speaker, ...again }: Asked): void {
  const { roster, session, checks } = transition
  const card = roster.card(agent)
  const { rejected = [], rejectedReport = null } = again
  const task = taskFor(card, session, { checks, pressed: isPressed(transition), rejected, rejectedReport })
  const key = `${agent}.${++transition.requests}`
  const tools = judges(card) && speaker.kind === 'model' ? [...transition.tools] : []
  transition.assignments[key] = {
    ...{ key, agent, speaker, failures, tokens: 0, turns: 0, tools, turn: [], checking: {} },
    inputs: task.outputs.map((output) => output.agent),
    known: thinksAlone(card, session) ? 0 : session.claims.length,
  }
  if (speaker.kind === 'function') {
    transition.send({ type: 'AgentRequest', to: 'agents', payload: { key, agent, task } })
  } else if (speaker.kind === 'person') {
    transition.asked = [...transition.asked, key]
  } else {
    transition.send(askModel(agentOutput(agent, speaker.voice), agentPrompt(card, task, roster), { key, tools }))
  }
}

function isPressed({ session: { limits, used } }: Transition): boolean {
  const spent = [limits.tokens === null ? 0 : used.tokens / limits.tokens, used.modelCalls / limits.modelCalls]
  return spent.some((share) => share > protocol.resources)
}

import { askModel } from '@artoo/runtime'
import { type AgentTask, taskFor, thinksAlone } from '../messages/agent-task.js'
import { agentOutput } from '../messages/outputs.js'
import { checklist } from '../phi/checklist.js'
import { protocol } from '../protocol/thresholds.js'
import { end } from './end.js'
import { agentPrompt } from './prompts.js'
import type { Assignment, Transition } from './transition.js'

/** Sends the batch that is next, once all eight items of the checklist hold. */
export function launch(transition: Transition): void {
  const { plan } = transition
  const batch = plan?.batches[transition.batch]
  if (!plan || !batch) {
    transition.next = 'settle'
    return
  }
  const missed = checklist(transition.session, plan, transition.batch).filter(({ holds }) => !holds)
  if (missed.length > 0) {
    end(transition, {
      status: 'FAILURE',
      code: 'irrecoverable',
      why: missed.map(({ item, why }) => `${item} ${why}`).join('; '),
    })
    return
  }
  const agents = batch.agents.filter((agent) => !transition.session.removed.includes(agent))
  deploy(transition, agents, transition.batch)
}

export function deploy(transition: Transition, agents: readonly number[], batch: number): void {
  if (agents.length === 0) {
    transition.next = 'settle'
    return
  }
  transition.happen({ type: 'launched', batch, agents })
  for (const agent of agents) ask(transition, agent, 0)
}

type Again = Pick<AgentTask, 'rejected' | 'rejectedReport'>
const first: Again = { rejected: [], rejectedReport: null }

/** Asks an agent, or another in its place. */
export function ask(transition: Transition, agent: number, failures: number, again: Again = first): void {
  const { roster, session } = transition
  const card = roster.card(agent)
  const task = taskFor(card, session, { checks: transition.checks, pressed: isPressed(transition), ...again })
  const key = `${agent}.${++transition.requests}`
  const mayLook = card.tier === 'VERIFICATION' || card.tier === 'ADVERSARY'
  const tools = mayLook && !transition.functions.includes(agent) ? [...transition.tools] : []
  const assignment: Assignment = {
    ...{ key, agent, failures, tokens: 0, turns: 0, tools, turn: [], checking: [] },
    inputs: task.outputs.map((output) => output.agent),
    known: thinksAlone(card, session) ? 0 : session.claims.length,
  }
  transition.assignments[key] = assignment
  if (transition.functions.includes(agent)) {
    transition.send({ type: 'AgentRequest', to: 'agents', payload: { key, agent, task } })
    return
  }
  transition.send(askModel(agentOutput(agent), agentPrompt(card, task, roster), { key, tools }))
}

function isPressed({ session: { limits, used } }: Transition): boolean {
  const spent = [limits.tokens === null ? 0 : used.tokens / limits.tokens, used.modelCalls / limits.modelCalls]
  return spent.some((share) => share > protocol.resources)
}

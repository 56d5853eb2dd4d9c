import { askModel } from '@artoo/runtime'
import { type AgentTask, taskFor, thinksAlone } from '../messages/agent-task.js'
import { agentOutput } from '../messages/outputs.js'
import { checklist } from '../phi/checklist.js'
import { protocol } from '../protocol/thresholds.js'
import { end } from './end.js'
import { agentPrompt } from './prompts.js'
import type { Assignment, Turn } from './turn.js'

/** Sends the batch that is next, once all eight items of the checklist hold. */
export function launch(turn: Turn): void {
  const { plan } = turn
  const batch = plan?.batches[turn.batch]
  if (!plan || !batch) {
    turn.next = 'settle'
    return
  }
  const missed = checklist(turn.session, plan, turn.batch).filter(({ holds }) => !holds)
  if (missed.length > 0) {
    end(turn, {
      status: 'FAILURE',
      code: 'irrecoverable',
      why: missed.map(({ item, why }) => `${item} ${why}`).join('; '),
    })
    return
  }
  const agents = batch.agents.filter((agent) => !turn.session.removed.includes(agent))
  deploy(turn, agents, turn.batch)
}

export function deploy(turn: Turn, agents: readonly number[], batch: number): void {
  if (agents.length === 0) {
    turn.next = 'settle'
    return
  }
  turn.happen({ type: 'launched', batch, agents })
  for (const agent of agents) ask(turn, agent, 0)
}

type Again = Pick<AgentTask, 'rejected' | 'rejectedReport'>
const first: Again = { rejected: [], rejectedReport: null }

/** Asks an agent, or another in its place. */
export function ask(turn: Turn, agent: number, failures: number, again: Again = first): void {
  const { roster, session } = turn
  const card = roster.card(agent)
  const task = taskFor(card, session, { checks: turn.checks, pressed: isPressed(turn), ...again })
  const key = `${agent}.${++turn.requests}`
  const mayLook = card.tier === 'VERIFICATION' || card.tier === 'ADVERSARY'
  const tools = mayLook && !turn.functions.includes(agent) ? [...turn.tools] : []
  const assignment: Assignment = {
    ...{ key, agent, failures, tokens: 0, turns: 0, tools, turn: [], checking: [] },
    inputs: task.outputs.map((output) => output.agent),
    known: thinksAlone(card, session) ? 0 : session.claims.length,
  }
  turn.assignments[key] = assignment
  if (turn.functions.includes(agent)) {
    turn.send({ type: 'AgentRequest', to: 'agents', payload: { key, agent, task } })
    return
  }
  turn.send(askModel(agentOutput(agent), agentPrompt(card, task, roster), { key, tools }))
}

function isPressed({ session: { limits, used } }: Turn): boolean {
  const spent = [limits.tokens === null ? 0 : used.tokens / limits.tokens, used.modelCalls / limits.modelCalls]
  return spent.some((share) => share > protocol.resources)
}

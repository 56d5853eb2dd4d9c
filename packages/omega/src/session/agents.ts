import type { SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { failed, noted } from './timeline.js'

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function planned(state: SessionState, event: Of<'planned'>): SessionState {
  const { iteration, trigger, batches, waived, focus } = event
  const awaited = [...new Set(batches.flatMap(({ agents }) => agents))].filter(
    (agent) => !state.removed.includes(agent),
  )
  const next = { ...state, iteration, trigger, waived, focus, awaited }
  const summary = `iteration ${iteration} planned (${trigger}): ${batches.length} batches, ${awaited.length} agents`
  return noted(next, 'DEPLOYMENT', null, summary)
}

export function launched(state: SessionState, { batch, agents }: Of<'launched'>): SessionState {
  const deployed = [...new Set([...state.deployed, ...agents])]
  return noted({ ...state, deployed }, 'DEPLOYMENT', null, `batch ${batch} launched: ${agents.join(', ')}`)
}

/**
 * Records a quarantined output. An agent that is honestly unsure did its work, so that it counts as heard: only its
 * output is kept apart.
 */
export function quarantined(state: SessionState, { agent, faults }: Of<'quarantined'>): SessionState {
  const next = {
    ...state,
    quarantined: [...state.quarantined, { agent, iteration: state.iteration, faults }],
  }
  const reasons = faults.map(({ code, message }) => `${code}, ${message}`).join('; ')
  const summary = `output of agent ${agent} quarantined: ${reasons}`
  if (faults.length > 0 && faults.every(({ code }) => code === 'low_confidence')) {
    const { [agent]: _over, ...failing } = state.failing
    return noted({ ...next, failing, awaited: without(state.awaited, agent) }, 'OUTPUT', agent, summary)
  }
  const failing = { ...state.failing, [agent]: (state.failing[agent] ?? 0) + 1 }
  return failed({ ...next, failing }, 'PROCESS', agent, summary)
}

export function recovered(state: SessionState, { agent, step, substitute }: Of<'agent_recovery'>): SessionState {
  const summary = `agent ${agent}: ${step}${substitute === null ? '' : ` by agent ${substitute}`}`
  const next = noted(state, 'DECISION', agent, summary)
  if (step === 'retry') return next
  const awaited = without(state.awaited, agent)
  if (step === 'halt') return { ...next, awaited, removed: including(state.removed, agent) }
  return { ...next, awaited: substitute === null ? awaited : including(awaited, substitute) }
}

export function removed(state: SessionState, { agent }: Of<'removed'>): SessionState {
  const next = { ...state, removed: including(state.removed, agent), awaited: without(state.awaited, agent) }
  return noted(next, 'DECISION', agent, `agent ${agent} is not deployed again`)
}

export function escalated(state: SessionState, event: Of<'escalated'>): SessionState {
  const { from, to, agent, reason } = event
  const next = { ...state, escalations: [...state.escalations, event] }
  return failed(next, 'PROCESS', agent, `escalated from ${from} to ${to}: ${reason}`)
}

const without = (agents: readonly number[], agent: number) => agents.filter((known) => known !== agent)
const including = (agents: readonly number[], agent: number) => (agents.includes(agent) ? agents : [...agents, agent])

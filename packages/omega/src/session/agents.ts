import type { SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { noted } from './timeline.js'

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function planned(state: SessionState, { iteration, trigger, batches }: Of<'planned'>): SessionState {
  const count = batches.flatMap(({ agents }) => agents).length
  const summary = `iteration ${iteration} planned (${trigger}): ${batches.length} batches, ${count} agents`
  return noted({ ...state, iteration, batches, batch: 0, awaited: [] }, 'DEPLOYMENT', null, summary)
}

export function launched(state: SessionState, { batch, agents }: Of<'launched'>): SessionState {
  const deployed = [...new Set([...state.deployed, ...agents])]
  const next = { ...state, deployed, batch, awaited: agents }
  return noted(next, 'DEPLOYMENT', null, `batch ${batch} launched: ${agents.join(', ')}`)
}

/** Records a quarantined output. An agent that is honestly unsure did its work: it counts as heard, and only its output is kept apart. */
export function quarantined(state: SessionState, { agent, faults }: Of<'quarantined'>): SessionState {
  const { iteration, batch } = state
  const next = { ...state, quarantined: [...state.quarantined, { agent, iteration, batch, faults }] }
  const reasons = faults.map(({ code, message }) => `${code}, ${message}`).join('; ')
  const summary = `output of agent ${agent} quarantined: ${reasons}`
  if (faults.length > 0 && faults.every(({ code }) => code === 'low_confidence')) {
    const { [agent]: _over, ...failing } = state.failing
    return noted({ ...next, failing, awaited: without(state.awaited, agent) }, 'OUTPUT', agent, summary)
  }
  const failing = { ...state.failing, [agent]: (state.failing[agent] ?? 0) + 1 }
  return noted({ ...next, failing }, 'FAILURE', agent, summary)
}

export function recovered(state: SessionState, { agent, step, substitute }: Of<'agent_recovery'>): SessionState {
  const summary = `agent ${agent}: ${step}${substitute === null ? '' : ` by agent ${substitute}`}`
  const next = noted(state, 'DECISION', agent, summary)
  if (step === 'retry') return next
  const awaited = without(state.awaited, agent)
  if (substitute === null) return { ...next, awaited }
  return { ...next, awaited: [...awaited, substitute], deployed: [...new Set([...state.deployed, substitute])] }
}

export const without = (agents: readonly number[], agent: number) => agents.filter((known) => known !== agent)

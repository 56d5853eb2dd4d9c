import type { Claim, SessionState } from '../protocol/state.js'
import { claimOf, standing } from '../session/claims.js'

export type Ended = NonNullable<SessionState['ended']>

/** The service of an agent to a session, with the reason. */
export interface Service {
  readonly agent: number
  readonly helped: boolean
  /** The deed in words, for a lesson. */
  readonly why: string
}

/**
 * The agents that helped or hindered. An agent hindered when it was removed after repeated failures, or its approach
 * was given up; a refuted claim is honest work and does not count against it. An agent helped when it made or held a
 * claim that a successful answer rests on, or had a success of its own. For a removed agent the failures count, for any
 * other the help.
 */
export function servicesOf(state: SessionState, ended: Ended): readonly Service[] {
  const services = new Map<number, Service>()
  const add = (helped: boolean, agent: number | null, why: string) => {
    if (agent !== null && !services.has(agent)) services.set(agent, { agent, helped, why })
  }
  for (const agent of state.removed) add(false, agent, 'it failed again and again and was removed')
  if (ended.status === 'SUCCESS') {
    for (const { statement, proposedBy, supporters } of answerClaims(state)) {
      add(true, proposedBy, `the answer rests on its claim: ${statement}`)
      for (const { agent } of supporters) add(true, agent, `the answer rests on what it held: ${statement}`)
    }
  }
  for (const { agent, description } of state.successes) add(true, agent, description)
  for (const { type, agent, description } of state.failures) if (type === 'APPROACH') add(false, agent, description)
  for (const { status, sameAs, proposedBy, statement } of state.claims) {
    if (status === 'abandoned' && sameAs === null) add(false, proposedBy, `its approach was given up: ${statement}`)
  }
  return [...services.values()].sort((one, other) => one.agent - other.agent)
}

/** The claims that the answer rests on, and that stand. */
function answerClaims(state: SessionState): readonly Claim[] {
  const named = new Set(state.synthesis?.restsOn.map((id) => claimOf(state, id)?.id))
  return standing(state).filter(({ id }) => named.has(id))
}

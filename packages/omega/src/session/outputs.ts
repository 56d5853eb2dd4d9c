import { countedClaim } from '../evidence/counted.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { Reference } from '../protocol/report.js'
import type { SessionState } from '../protocol/state.js'
import { without } from './agents.js'
import { answered, grounded, saidToBeSame, stated } from './claims.js'
import { contradicted, resolved } from './contradictions.js'
import { referred } from './references.js'
import { noted } from './timeline.js'

/** A valid output. A clarified problem comes as an event of its own. */
export function heard(state: SessionState, message: AgentMessage): SessionState {
  const { agent } = message
  const { [agent]: _over, ...failing } = state.failing
  let next: SessionState = {
    ...state,
    failing,
    messages: [...state.messages, message],
    awaited: without(state.awaited, agent),
  }
  next = noted(next, 'OUTPUT', agent, `${message.name}: ${message.verdict}`)
  const isExplorer = message.tier === 'GENESIS'
  if (isExplorer) next = answered(next, message)
  for (const draft of message.claims) next = stated(next, draft, message)
  // The word about a claim itself goes before that about one that counts in its place.
  const isDirect = ({ claim }: Reference) => Number(countedClaim(state, claim)?.id === claim)
  for (const reference of message.references.toSorted((a, b) => isDirect(a) - isDirect(b)))
    next = referred(next, reference, message)
  if (!isExplorer && message.answer !== null) next = answered(next, message)
  for (const ids of message.same) next = saidToBeSame(next, ids, message)
  for (const draft of message.contradictions) next = contradicted(next, draft, agent)
  for (const resolution of message.resolutions) next = resolved(next, resolution, message)
  return { ...next, synthesis: grounded(next, message.synthesis ?? next.synthesis) }
}

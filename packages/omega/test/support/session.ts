import type { AgentMessage } from '../../src/protocol/agent-message.js'
import type { Classification } from '../../src/protocol/classification.js'
import type { LogEntry, SessionEvent } from '../../src/protocol/log-event.js'
import type { ClaimDraft, Reference, Synthesis } from '../../src/protocol/report.js'
import type { Claim, Contradiction, Factor, SessionState, Supporter } from '../../src/protocol/state.js'
import { roster } from '../../src/roster/roster.js'
import { emptySession, folded } from '../../src/session/fold.js'

const start = Date.parse('2026-01-01T00:00:00.000Z')
export const at = (second: number) => new Date(start + second * 1000).toISOString()

export const easy: Classification = {
  ...{ type: 'EMPIRICAL', subtype: 'CAUSAL', characteristics: [], uncertainty: 'LOW', stakes: 'LOW' },
  ...{ wellDefined: true, trivial: false },
}

export const voice = (agent: number, family = 'heron', confidence: number | null = 0.8): Supporter => ({
  ...{ agent, family, confidence, inputs: [] },
})

const factor = (kind: Factor['kind'], agent: number, family: string, value: number): Factor => ({
  ...{ kind, agent, family, value, evidence: null },
})
export const verdict = (agent: number, family: string, value: number) => factor('verification', agent, family, value)
export const attack = (agent: number, family: string, left: number) => factor('survival', agent, family, left)
export const check = (agent: number, value: number) => factor('check', agent, 'code', value)

/** An answer that nobody holds, but for what is given. */
export const claim = (number: number, given: Partial<Claim> = {}): Claim => ({
  ...{ id: `c${number}`, statement: `Answer ${number}`, isAnswer: true, critical: true, proposedBy: 1 },
  ...{ supporters: [], opponents: [], factors: [], evidence: [], status: 'active' },
  ...{ sameAs: null, saidSame: [], basis: null },
  ...given,
})

export const contradiction = (a: string, b: string, given: Partial<Contradiction> = {}): Contradiction => ({
  ...{ id: 'k1', a, b, severity: 'SERIOUS', why: 'not both', resolution: null },
  ...given,
})

/** A session in which that is known. */
export const sessionOf = (claims: readonly Claim[], given: Partial<SessionState> = {}): SessionState => ({
  ...emptySession(),
  ...{
    problem: { original: 'Why is it slow?', classifiedBy: 'host' as const, clarified: null, classification: easy },
    iteration: 1,
  },
  ...{ claims, startedAt: at(0), updatedAt: at(60) },
  ...given,
})

export const atStakes = (session: SessionState, stakes: Classification['stakes']): SessionState => ({
  ...session,
  problem: { ...session.problem, classification: { ...easy, stakes } },
})

export const synthesis = (restsOn: readonly string[], answer = 'It is the pump.'): Synthesis => ({
  ...{ answer, restsOn: [...restsOn], caveats: [], unanswered: [], wouldChange: [] },
})

/** One event a second. */
export const logOf = (...events: readonly SessionEvent[]): readonly LogEntry[] =>
  events.map((event, second) => ({ at: at(second), event }))

export const happened = (before: SessionState, ...events: readonly SessionEvent[]): SessionState =>
  logOf(...events).reduce(folded, before)

export const stateOf = (...events: readonly SessionEvent[]): SessionState => happened(emptySession(), ...events)

type Parts = Partial<Omit<AgentMessage, 'claims' | 'references'>> & {
  readonly claims?: readonly (Partial<ClaimDraft> & { readonly statement: string })[]
  readonly references?: readonly (Partial<Reference> & { readonly claim: string })[]
}

/** The message of an agent that says nothing else. */
export function message(agent: number, { claims = [], references = [], ...said }: Parts = {}): AgentMessage {
  const { name, tier } = roster.card(agent)
  return {
    ...{ agent, name, tier, at: at(0), iteration: 1, batch: 0, native: null, tag: 'SUPPORTS', synthesis: null },
    ...{ inputs: [], family: 'heron', tokens: 0, verdict: 'it is so', confidence: null, text: '', answer: null },
    ...{ contradictions: [], same: [], clarified: { problem: null, questions: [] }, resolutions: [], check: null },
    claims: claims.map((one) => ({ confidence: null, critical: false, ...one })),
    references: references.map((one) => ({ type: 'SUPPORTS', evidence: null, factor: null, check: null, ...one })),
    ...said,
  }
}

export const output = (agent: number, said: Parts = {}): SessionEvent => ({
  type: 'output',
  message: message(agent, said),
})
export const answers = (agent: number, answer: string, confidence: number | null = 0.8, family = 'heron') =>
  output(agent, { answer, confidence, family })

export const opened = (given: Partial<Extract<SessionEvent, { type: 'opened' }>> = {}): SessionEvent => ({
  ...{ type: 'opened', problem: 'Why is it slow?', profile: 'measured' },
  limits: { tokens: 1000, timeMs: 60_000, modelCalls: 20, iterations: 2 },
  ...given,
})

import type { AgentMessage } from '../../../src/protocol/agent-message.js'
import type { ClaimDraft, Reference, Synthesis } from '../../../src/protocol/agent-report.js'
import type { Tier } from '../../../src/protocol/card.js'
import type { Classification } from '../../../src/protocol/classification.js'
import type { LogEntry, SessionEvent } from '../../../src/protocol/log-event.js'
import type { IterationRecord, SessionState } from '../../../src/protocol/state.js'
import { foldLog } from '../../../src/session/fold.js'

const start = Date.parse('2026-01-01T00:00:00.000Z')

type Happened = SessionEvent | readonly SessionEvent[]

/** One event a second. */
export function logOf(...events: readonly Happened[]): readonly LogEntry[] {
  return events.flat().map((event, second) => ({ at: new Date(start + second * 1000).toISOString(), event }))
}

export function stateOf(...events: readonly Happened[]): SessionState {
  return foldLog(logOf(...events))
}

export const problem: Classification = {
  type: 'ANALYTICAL',
  subtype: 'MATHEMATICAL',
  characteristics: [],
  uncertainty: 'LOW',
  stakes: 'HIGH',
  wellDefined: true,
  trivial: false,
}

export function opening(given: Partial<Classification> = {}): readonly SessionEvent[] {
  return [
    { type: 'opened', problem: 'Is it so?', limits: { tokens: 100_000, timeMs: 1_000_000, modelCalls: 1000 } },
    { type: 'classified', classification: { ...problem, ...given }, by: 'host' },
  ]
}

export function planned(
  iteration: number,
  agents: readonly number[] = [],
  given: Partial<Extract<SessionEvent, { type: 'planned' }>> = {},
): SessionEvent {
  const batches = [{ phase: 'EXPLORATION' as const, agents }]
  return { type: 'planned', iteration, trigger: 'first', batches, dropped: [], waived: [], focus: null, ...given }
}

export const iterationEnded = (iteration: number): SessionEvent => ({ type: 'iteration_ended', iteration })

export interface Said {
  readonly iteration?: number
  readonly native?: string
  readonly confidence?: number | null
  readonly family?: string
  readonly inputs?: readonly number[]
  readonly claims?: readonly (Partial<ClaimDraft> & { statement: string })[]
  readonly references?: readonly Partial<Reference>[]
  readonly contradictions?: AgentMessage['body']['contradictions']
  readonly open?: readonly string[]
  readonly answered?: readonly string[]
  readonly synthesis?: Partial<Synthesis>
}

export function reference(given: Partial<Reference>): Reference {
  const nothing = { agent: null, claim: null, factor: null, evidence: null, check: null }
  return { type: 'SUPPORTS', relationship: 'looked at it', ...nothing, ...given }
}

export function message(agentId: number, said: Said = {}): AgentMessage {
  const { synthesis } = said
  return {
    header: {
      agentId,
      agentName: `Agent ${agentId}`,
      agentTier: tierOf(agentId),
      timestamp: new Date(start).toISOString(),
      iteration: said.iteration ?? 1,
      respondingTo: 'INITIAL',
    },
    summary: {
      verdict: 'It is so.',
      native: said.native ?? null,
      tag: 'SUPPORTS',
      confidence: said.confidence ?? null,
      confidenceBasis: '',
    },
    body: {
      findings: [],
      claims: (said.claims ?? []).map((claim) => ({ confidence: null, critical: false, ...claim })),
      references: (said.references ?? []).map(reference),
      contradictions: said.contradictions ?? [],
      questions: { open: said.open ?? [], answered: said.answered ?? [] },
      same: [],
      clarified: null,
      resolutions: [],
      synthesis: synthesis
        ? { answer: 'Yes.', restsOn: [], coherence: 1, caveats: [], unanswered: [], wouldChange: [], ...synthesis }
        : null,
      content: {},
    },
    dependencies: { inputsUsed: said.inputs ?? [], outputsFor: [] },
    flags: {
      contradictionDetected: false,
      contradictionWith: null,
      requiresResolution: false,
      blocksProgress: false,
      confidenceCritical: false,
    },
    meta: { tokensUsed: 0, family: said.family ?? 'heron', processingNotes: '' },
  }
}

export const output = (agent: number, said: Said = {}): SessionEvent => ({
  type: 'output',
  message: message(agent, said),
})

/** A claim `c1` of agent 1, at the given confidence. */
export const claimed = (confidence: number | null, said: Said = {}): SessionEvent =>
  output(1, { claims: [{ statement: 'It is so', confidence, critical: true }], ...said })

function tierOf(agent: number): Tier {
  const ends: readonly (readonly [number, Tier])[] = [
    [20, 'GENESIS'],
    [26, 'BRIDGE'],
    [34, 'VERIFICATION'],
    [46, 'ADVERSARY'],
    [52, 'META'],
    [56, 'MEMORY'],
  ]
  return ends.find(([end]) => agent <= end)?.[1] ?? 'PHI'
}

/** What each of the agents says that a success depends on, and who verifies `c1` with another model. */
export const consent = {
  27: { family: 'otter', references: [{ claim: 'c1', factor: 1.2 }] },
  40: { native: 'ACCEPTABLY_COMPLETE' },
  44: { native: 'STEELMAN_SURVIVES' },
  46: { native: 'ARGUMENT_SURVIVES' },
  51: { synthesis: { restsOn: ['c1'] } },
  48: { native: 'ON_TRACK' },
  52: { native: 'SHIP' },
} as const satisfies Record<number, Said>

/** An iteration in which everything is as a success wants it, but for what is given; `null` leaves an agent out. */
export function greenIteration(
  iteration = 1,
  changes: Partial<Record<keyof typeof consent, Said | null>> = {},
): readonly SessionEvent[] {
  const speakers = [27, 40, 44, 46, 51, 48, 52] as const
  const said = speakers.filter((agent) => changes[agent] !== null)
  return [
    planned(iteration, [1, ...speakers]),
    { type: 'launched', batch: 0, agents: [1, ...speakers] },
    claimed(0.8, { iteration }),
    ...said.map((agent) => output(agent, { ...consent[agent], iteration, ...changes[agent] })),
    ...speakers
      .filter((agent) => changes[agent] === null)
      .map((agent): SessionEvent => ({ type: 'agent_recovery', agent, step: 'skip', substitute: null })),
    iterationEnded(iteration),
  ]
}

/** A session that stands after so many iterations, with records as given. */
export function withRecords(state: SessionState, records: readonly Partial<IterationRecord>[]): SessionState {
  const iterations = records.map((record, index) => ({
    iteration: index + 1,
    newFindings: 1,
    conclusions: [],
    space: 1,
    confidence: 0.5,
    quality: null,
    ...record,
  }))
  return { ...state, iteration: iterations.length, iterations }
}

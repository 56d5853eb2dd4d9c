import type { Tier } from '../../../src/protocol/card.js'
import type { LogEntry, SessionEvent } from '../../../src/protocol/log-event.js'
import type { Factor, SessionState } from '../../../src/protocol/state.js'
import type { ReportInput } from '../../../src/report/report-input.js'
import { at, claimOf, messageOf, sessionOf } from '../../memory/support/session.js'

const roster: Readonly<Record<number, readonly [string, Tier]>> = {
  2: ['Bottom-Up Builder', 'GENESIS'],
  5: ['Physics Analogist', 'GENESIS'],
  9: ['Gut Intuition', 'GENESIS'],
  21: ['Formalizer', 'BRIDGE'],
  32: ['Empirical Tester', 'VERIFICATION'],
  38: ['Edge Attacker', 'ADVERSARY'],
  44: ['Steelman Attacker', 'ADVERSARY'],
  51: ['Synthesis Architect', 'META'],
  52: ['Quality Controller', 'META'],
  57: ['PHI', 'PHI'],
}
const agent = (id: number) => {
  const [name, tier] = roster[id] ?? [`Agent ${id}`, 'GENESIS']
  return { name, tier }
}

const factor = (kind: Factor['kind'], by: number, value: number, evidence: string | null): Factor => ({
  kind,
  agent: by,
  iteration: 1,
  value,
  independent: kind === 'check',
  evidence,
  family: 'heron',
})

const supporter = (by: number, confidence: number | null, family = 'otter') => ({
  agent: by,
  confidence,
  family,
  inputs: [],
})

const synthesis = {
  answer: 'The days are too short: below 14 hours of light the laying stops.\n\nA lamp of 16 hours brings it back.',
  restsOn: ['c1'],
  coherence: 1,
  caveats: ['Hens in moult lay nothing under any lamp.'],
  unanswered: ['How soon does it come back?'],
  wouldChange: ['A flock that lays at 10 hours of light'],
}

/** A claim that was checked and attacked, one that a check refuted, one that nobody is sure of. */
export const winter: SessionState = sessionOf({
  deployed: [2, 5, 9, 21, 32, 38, 44, 51, 52],
  claims: [
    claimOf({
      id: 'c1',
      statement: 'Laying stops below 14 hours of light',
      critical: true,
      proposedBy: 2,
      supporters: [supporter(2, 0.8), supporter(9, 0.7, 'heron')],
      opponents: [44],
      factors: [
        factor('check', 32, 1.2, 'Of 40 flocks, 39 fit'),
        factor('verification', 21, 1.1, 'It follows from the formal model'),
        factor('survival', 38, 0.9, 'At the equator the days are never that short'),
        factor('survival', 44, 0.6, 'Cold and light come together in all the data'),
      ],
      status: 'confirmed',
    }),
    claimOf({
      id: 'c2',
      statement: 'Cold alone stops the laying',
      proposedBy: 5,
      supporters: [supporter(5, 0.6)],
      factors: [factor('check', 32, 0, 'Heated sheds without lamps: no eggs')],
      status: 'rejected',
      basis: 'refuted by a check of agent 32',
    }),
    claimOf({ id: 'c3', statement: 'Feed plays a part', proposedBy: 9, supporters: [supporter(9, null)] }),
  ],
  contradictions: [
    {
      id: 'k1',
      a: 'c1',
      b: 'c3',
      severity: 'MINOR',
      why: 'One cause or two',
      detectedBy: 22,
      detectedAt: at(20),
      resolution: null,
    },
  ],
  messages: [
    messageOf(2, 'Bottom-Up Builder', 'GENESIS', { findings: ['Laying follows the light by two weeks'] }),
    messageOf(21, 'Formalizer', 'BRIDGE', { findings: ['eggs = f(light), with a step at 14 h'] }),
    messageOf(44, 'Steelman Attacker', 'ADVERSARY', { tag: 'CONTRADICTS', verdict: 'Light is confounded with cold.' }),
    messageOf(51, 'Synthesis Architect', 'META', { synthesis }),
    messageOf(52, 'Quality Controller', 'META', { native: 'SHIP_WITH_CAVEATS', verdict: 'Good but for the lag.' }),
  ],
  questions: { open: ['Does feed matter?'], answered: ['Is it the light?'] },
  synthesis,
  used: { tokens: 1500, modelCalls: 12, ms: 9000 },
  timeline: [
    { timestamp: at(0), type: 'QUERY', agentId: null, summary: 'Why did the hens stop laying eggs in winter?' },
    { timestamp: at(2), type: 'DEPLOYMENT', agentId: null, summary: 'batch 0 launched: 2, 5, 9' },
    { timestamp: at(30), type: 'CHECK', agentId: 32, summary: 'c2 refuted' },
  ],
  ended: { status: 'SUCCESS', code: 'success', atLimit: false, why: 'All five groups of conditions hold.' },
})

const events: readonly SessionEvent[] = [
  { type: 'usage', agent: 57, tokens: 100, modelCalls: 1, ms: 500 },
  {
    type: 'planned',
    iteration: 1,
    trigger: 'first',
    batches: [
      { phase: 'EXPLORATION', agents: [2, 5] },
      { phase: 'VERIFICATION', agents: [31] },
    ],
    dropped: [],
    waived: [],
    focus: null,
  },
  { type: 'launched', batch: 0, agents: [2, 5] },
  { type: 'usage', agent: 2, tokens: 400, modelCalls: 3, ms: 2000 },
  { type: 'usage', agent: 5, tokens: 300, modelCalls: 3, ms: 2500 },
  { type: 'agent_recovery', agent: 31, step: 'substitute', substitute: 32 },
  { type: 'usage', agent: 32, tokens: 700, modelCalls: 5, ms: 4000 },
]
export const log: readonly LogEntry[] = events.map((event, second) => ({ at: at(second), event }))

const values: Readonly<Record<string, number | null>> = { c1: 0.72, c2: 0, c3: null }

export function inputOf(state: SessionState, given: Partial<ReportInput> = {}): ReportInput {
  return {
    state,
    log,
    values: ({ id }) => values[id] ?? null,
    votes: ({ supporters }) => supporters.length * 0.7,
    overall: 0.72,
    degradation: 0,
    findings: [],
    agent,
    tests: ['A flock under lamps that still stops'],
    ...given,
  }
}

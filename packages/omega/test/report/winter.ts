import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { reportOf } from '../../src/report/report-of.js'
import { roster } from '../../src/roster/roster.js'
import { foldLog } from '../../src/session/fold.js'
import { answers, easy, logOf, opened, output, synthesis } from '../support/session.js'

const usage = (agent: number, tokens: number, modelCalls: number, ms: number): SessionEvent => ({
  ...{ type: 'usage', agent, tokens, modelCalls, ms },
})
const refuting = { type: 'CONTRADICTS', claim: 'c2', check: { name: 'flocks', arguments: {} } } as const
const contradictions = [{ a: 'c1', b: 'c3', severity: 'MINOR' as const, why: 'One cause or two' }]
const written = {
  ...synthesis(['c1'], 'The days are too short.\n\nA lamp of 16 hours brings the eggs back.'),
  ...{ caveats: ['Hens in moult lay nothing.'], unanswered: ['How soon?'] },
  wouldChange: ['A flock that lays at 10 hours of light'],
}

/** An answer that was confirmed and attacked, one that a check refuted, and a claim that nobody is sure of. */
const events: readonly SessionEvent[] = [
  opened({ problem: 'Why did the hens stop laying?' }),
  usage(57, 100, 1, 500),
  { type: 'classified', classification: easy, by: 'host' },
  { type: 'launched', batch: 0, agents: [2, 5, 9, 11, 32, 38, 44, 51] },
  usage(2, 400, 1, 2000),
  output(2, { answer: 'Short days', confidence: 0.8, family: 'otter', text: 'Hens lay by *light*.' }),
  answers(5, 'Cold', 0.6),
  output(9, {
    ...{ answer: 'Short days', confidence: 0.9, text: 'Moult comes in autumn.' },
    claims: [{ statement: 'Feed plays a part' }],
  }),
  output(38, { references: [{ claim: 'c1', factor: 0.9, evidence: 'At the equator days are never that short' }] }),
  { type: 'quarantined', agent: 11, faults: [{ code: 'schema', field: 'answer', message: 'is missing' }], output: {} },
  usage(32, 700, 2, 4000),
  output(32, {
    family: 'otter',
    references: [{ claim: 'c1', factor: 1.4, evidence: 'Of 40 flocks, 39 fit' }, refuting],
  }),
  {
    ...{ type: 'checked', agent: 32, holds: true, evidence: 'Heated sheds without lamps: no eggs' },
    reference: { evidence: null, factor: null, ...refuting },
  },
  output(44, {
    ...{ verdict: 'Light goes with cold.', confidence: 0.6, contradictions },
    references: [{ claim: 'c1', type: 'CONTRADICTS', factor: 0.6, evidence: 'Cold and light come together' }],
  }),
  { type: 'spared', agents: [27, 30], why: 'they would change nothing' },
  output(51, { synthesis: written }),
  { type: 'ended', status: 'SUCCESS', code: 'decided', why: 'the answer is sure enough' },
]
const log = logOf(...events)
export const winter: SessionState = foldLog(log)

export const reported = (state: SessionState = winter) => reportOf(state, log, roster)

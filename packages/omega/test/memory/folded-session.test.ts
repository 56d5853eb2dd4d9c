import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { createOmegaMemory } from '../../src/memory/omega-memory.js'
import { repelled } from '../../src/memory/repelled.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { foldLog } from '../../src/session/fold.js'
import { iterationEnded, logOf, opening, planned, problem } from '../session/support/world.js'
import { messageOf } from './support/session.js'

const claimed = (agent: number, statement: string): SessionEvent => {
  const claims = [{ statement, confidence: 0.8, critical: false }]
  return { type: 'output', message: messageOf(agent, `Agent ${agent}`, 'GENESIS', { claims }) }
}
const answered: SessionEvent = {
  type: 'output',
  message: messageOf(51, 'Synthesis Architect', 'META', {
    synthesis: { answer: 'Yes.', restsOn: ['c2'], coherence: 1, caveats: [], unanswered: [], wouldChange: [] },
  }),
}

const { signal } = new AbortController()

/** 5 finds an approach that is given up, 27 says nothing that can be read, then 2 finds what holds. */
const log: readonly SessionEvent[] = [
  ...opening(),
  planned(1, [5, 27]),
  claimed(5, 'It follows from an analogy'),
  {
    type: 'quarantined',
    agent: 27,
    faults: [{ code: 'schema', field: 'verdict', message: 'is missing' }],
    output: 'x',
  },
  { type: 'agent_recovery', agent: 27, step: 'skip', substitute: null },
  { type: 'removed', agent: 27 },
  iterationEnded(1),
  { type: 'recovery', kind: 'pivot', detail: 'Look at the parts instead' },
  planned(2, [2, 51]),
  claimed(2, 'It follows from the parts'),
  answered,
  iterationEnded(2),
  { type: 'ended', status: 'SUCCESS', code: 'success', atLimit: false, why: 'All conditions hold.' },
]

test('a session as it is folded from its log is told in its own timeline, remembered, and repels what it gave up', async () => {
  const state = foldLog(logOf(log))
  const memory = createOmegaMemory(new MemoryLevel())
  if (!state.ended) throw new Error('it has ended')
  const { failures } = await memory.remember(state, state.ended, signal)
  expect(failures.length).toBeGreaterThan(1)
  expect(await memory.verify()).toEqual([])
  const found = await memory.recall(state.problem.original, problem, signal)
  expect(found).toMatchObject([{ outcome: 'SUCCESS', helpful: [2], unhelpful: [5, 27] }])
  expect(repelled(found)).toEqual([5])
})

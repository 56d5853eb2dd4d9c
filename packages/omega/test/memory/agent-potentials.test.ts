import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { createOmegaMemory } from '../../src/memory/omega-memory.js'
import { repelled } from '../../src/memory/repelled.js'
import { servicesOf } from '../../src/memory/service.js'
import { at, claimOf, empirical, ended, startedAt, taughtSession, toldOf } from './support/session.js'

const { signal } = new AbortController()
const day = 86_400_000

function setUp() {
  const clock = manualClock(Date.parse(startedAt))
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  return { clock, memory, omega: createOmegaMemory({ store: new MemoryLevel(), memory }) }
}

test('an approach that was given up repels at a problem like it, and what served attracts', async () => {
  const { memory, omega } = setUp()
  expect(await omega.remember(taughtSession(), ended, signal)).toMatchObject({ megrams: 3 })
  const space = 'intent:why-did-the-hens-stop-laying-eggs-in-winter'
  expect(await memory.potentials(space, 'agent:5')).toMatchObject({ action: 'avoid', decision: -0.95 })
  expect(await memory.potentials(space, 'agent:9')).toMatchObject({ action: 'exploit', decision: 0.9 })
  const found = await omega.recall('Hens stop laying in winter: what can be done?', empirical, signal)
  expect(found).toMatchObject([{ helpful: [2, 9], unhelpful: [5] }])
  expect(repelled(found)).toEqual([5])
  await memory.close()
})

test('a failure fades, which counts alone never would', async () => {
  const { clock, memory, omega } = setUp()
  await omega.remember(taughtSession(), ended, signal)
  await clock.advance(30 * day)
  const [found] = await omega.recall('Why did the hens stop laying eggs?', empirical, signal)
  expect(found).toMatchObject({ helpful: [], unhelpful: [] })
  await memory.close()
})

test('an agent that failed and served is neither preferred nor avoided', async () => {
  const { memory, omega } = setUp()
  const served = { id: 's1', type: 'APPROACH', agent: 5, description: 'The analogy held', at: at(20) } as const
  await omega.remember(taughtSession(), ended, signal)
  const entries = { failures: [], successes: [served] }
  await omega.remember(taughtSession({ startedAt: at(1), ...entries, timeline: toldOf(entries) }), ended, signal)
  const [found] = await omega.recall('Why did the hens stop laying eggs?', empirical, signal)
  expect(found).toMatchObject({ helpful: [2, 9], unhelpful: [] })
  await memory.close()
})

test('a session that is remembered again after a crash between the two tells the memory once', async () => {
  const { memory } = setUp()
  for (const store of [new MemoryLevel(), new MemoryLevel()]) {
    await createOmegaMemory({ store, memory }).remember(taughtSession(), ended, signal)
  }
  const { attention } = await memory.potentials('intent:why-did-the-hens-stop-laying-eggs-in-winter', 'agent:5')
  expect(attention).toBe(0.95)
  await memory.close()
})

test('agents are put back by the balance of all patterns, only GENESIS ones, the least wanted first', () => {
  const pattern = { id: 'p', name: 'p', outcome: 'FAILURE', lesson: '' } as const
  expect(
    repelled([
      { ...pattern, strength: 0.9, helpful: [3], unhelpful: [5, 8, 44, 52] },
      { ...pattern, strength: 0.8, helpful: [5], unhelpful: [3, 8, 20] },
    ]),
  ).toEqual([8, 20, 5])
})

test('whose claim joined another one served with it, and is not repelled as if it had been given up', () => {
  const supporters = [{ agent: 2, confidence: 0.8, family: 'otter', inputs: [] }]
  const kept = claimOf({ id: 'c1', statement: 'The days are short', proposedBy: 2, supporters })
  const same = claimOf({ id: 'c2', statement: 'Days are short', proposedBy: 7, status: 'abandoned', sameAs: 'c1' })
  const { synthesis } = taughtSession()
  const session = taughtSession({
    ...{ claims: [kept, same], synthesis: synthesis && { ...synthesis, restsOn: ['c2'] }, failures: [], successes: [] },
  })
  expect(servicesOf(session, ended)).toMatchObject([{ agent: 2, helped: true }])
  expect(servicesOf(session, { ...ended, status: 'PARTIAL' })).toEqual([])
})

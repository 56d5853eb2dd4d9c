import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'

const day = 86_400_000
const start = 1_700_000_000_000

function setUp() {
  const clock = manualClock(start)
  return { clock, memory: createMemory({ clock, ids: sequentialIds('m') }) }
}

test('every contribution is shown with its share, and the shares make the whole', async () => {
  const { clock, memory } = setUp()
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'old' })
  clock.advance(10 * day)
  memory.write({ space: 's', entity: 'e', state: 'accept', content: 'new' })
  const explanation = await memory.explain('s', 'e')
  expect(explanation.contributions.map(({ megram, share }) => [megram.content, share])).toEqual([
    ['new', expect.closeTo(0.9 / (0.9 + 0.95 * Math.exp(-0.5)), 12)],
    ['old', expect.closeTo((0.95 * Math.exp(-0.5)) / (0.9 + 0.95 * Math.exp(-0.5)), 12)],
  ])
  const { attention, decision, action } = await memory.potentials('s', 'e')
  expect(explanation).toMatchObject({ attention, decision, action, now: clock.now() })
  await memory.close()
})

test('a lone abandon will be ignored when its attention reaches 0.5, at the closed-form time', async () => {
  const { clock, memory } = setUp()
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
  const { nextChange } = await memory.explain('s', 'e')
  const expected = start + (Math.log(0.95 / 0.5) / 0.05) * day
  expect(nextChange?.action).toBe('ignore')
  expect(nextChange?.at).toBeGreaterThanOrEqual(expected - 1)
  expect(nextChange?.at).toBeLessThan(expected + 10)
  clock.advance((nextChange?.at ?? 0) - start - 10)
  expect((await memory.potentials('s', 'e')).action).toBe('avoid')
  clock.advance(10)
  expect((await memory.potentials('s', 'e')).action).toBe('ignore')
  await memory.close()
})

test('a fast fading good memory over a slow bad one turns by itself', async () => {
  const { clock, memory } = setUp()
  memory.write({ space: 's', entity: 'e', state: 'accept', content: 'good', k: 0.5 })
  memory.write({ space: 's', entity: 'e', state: 'accept', content: 'good', k: 0.5 })
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'bad' })
  const actions: string[] = []
  for (let steps = 0; steps < 5; steps++) {
    const { action, nextChange } = await memory.explain('s', 'e')
    actions.push(action)
    if (!nextChange) break
    clock.advance(nextChange.at - clock.now() + 1000)
    expect((await memory.potentials('s', 'e')).action).toBe(nextChange.action)
  }
  expect(actions).toEqual(['exploit', 'caution', 'avoid', 'ignore'])
  await memory.close()
})

test('what would change the action is said, and holds', async () => {
  const { memory } = setUp()
  const first = memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
  const { remedies } = await memory.explain('s', 'e')
  expect(remedies).toEqual([
    { type: 'write', state: 'accept', count: 1, action: 'caution' },
    { type: 'write', state: 'success', count: 1, action: 'caution' },
    { type: 'write', state: 'break_symmetry', count: 1, action: 'caution' },
    { type: 'write', state: 'refine', count: 15, action: 'caution' },
    { type: 'without', id: first.id, action: 'ignore' },
  ])
  for (let count = 0; count < 15; count++) {
    expect((await memory.potentials('s', 'e')).action).toBe('avoid')
    memory.write({ space: 's', entity: 'e', state: 'refine', content: 'x' })
  }
  expect((await memory.potentials('s', 'e')).action).toBe('caution')
  await memory.close()
})

test('an empty pair is explained as such', async () => {
  const { memory } = setUp()
  expect(await memory.explain('s', 'e')).toMatchObject({ action: 'ignore', contributions: [], nextChange: null })
  await memory.close()
})

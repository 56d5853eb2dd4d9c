import { createMemory, type Evidence } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test, vi } from 'vitest'
import { contents, day, exported, gather, pair, setUp } from './support/dreams.js'

test('rounding neither keeps a pair from the thresholds nor bankrupts a rule', async () => {
  const { memory } = setUp()
  for (let count = 0; count < 49; count++) memory.write({ ...pair, state: 'accept', content: 'x', f: 0.1 })
  const distill = async () => 'rule'
  expect((await memory.dream({ distill })).promoted).toEqual([])
  memory.write({ ...pair, state: 'accept', content: 'x', f: 0.1 })
  expect((await memory.explain(pair.space, pair.entity)).attention).toBeLessThan(5)
  expect((await memory.dream({ distill })).promoted).toHaveLength(1)
  const other = { space: 's', entity: 'e', content: 'x' }
  memory.write({ ...other, state: 'accept', level: 'C' })
  for (let count = 0; count < 90; count++) memory.write({ ...other, state: 'abandon', f: 0.1, sigma: -0.1 })
  expect((await memory.explain('s', 'e')).decision).toBeLessThan(-0.9)
  expect((await memory.dream()).demoted).toEqual([])
  memory.write({ ...other, state: 'abandon', f: 0.1, sigma: -0.0001 })
  expect((await memory.dream()).demoted).toHaveLength(1)
  await memory.close()
})

test('evidence at the thresholds becomes one rule with its sources, and the same evidence never a second', async () => {
  const { memory } = setUp()
  const seen: Evidence[] = []
  const distill = async (evidence: Evidence) => {
    seen.push(evidence)
    return `rule ${seen.length}`
  }
  await gather(memory, 5, 'abandon', 'first')
  expect((await memory.dream({ distill })).promoted).toEqual([])
  await gather(memory, 1, 'abandon', 'sixth')
  const { promoted } = await memory.dream({ distill })
  expect(promoted).toHaveLength(1)
  expect(seen[0]).toMatchObject({ ...pair, kind: 'constraint', attention: expect.closeTo(5.7, 9) })
  const [rule] = await memory.rules(pair.space, pair.entity)
  expect(rule).toMatchObject({ content: 'rule 1', level: 'C', k: 0, sigma: -1, f: 0.95 })
  expect(rule?.sources).toHaveLength(6)
  expect((await memory.dream({ distill })).promoted).toEqual([])
  await gather(memory, 5, 'abandon', 'more')
  expect((await memory.dream({ distill })).promoted).toEqual([])
  await gather(memory, 1, 'abandon', 'enough')
  expect((await memory.dream({ distill })).promoted).toHaveLength(1)
  expect(seen[1]?.megrams.map(({ content }) => content).sort()[0]).toBe('enough 0')
  expect(await contents(memory, 'M')).toHaveLength(12)
  await memory.close()
})

test('a rule passes the checks of a write: no taken id, no text over the limit', async () => {
  const fresh = sequentialIds('m')
  const taken = { id: '' }
  const memory = createMemory({ clock: manualClock(0), ids: () => taken.id || fresh() })
  await gather(memory, 6, 'accept', 'good')
  const tooLong = await memory.dream({ distill: async () => 'x'.repeat(65_537) })
  expect(tooLong.problems).toEqual([{ ...pair, code: 'invalid_megram', message: expect.stringContaining('65536') }])
  const [episode] = await memory.recent(pair.space, pair.entity, 1)
  taken.id = episode?.id ?? ''
  const { promoted, problems } = await memory.dream({ distill: async () => 'rule' })
  expect([promoted, problems]).toMatchObject([[], [{ ...pair, code: 'duplicate_id' }]])
  expect(await memory.get(taken.id)).toEqual(episode)
  expect(await memory.verify()).toEqual({ ok: true, megrams: 6, damage: [] })
  await memory.close()
})

test('forgetting by the id of what has faded erases the rule distilled from it', async () => {
  const { clock, memory } = setUp()
  const receipts = Array.from({ length: 6 }, () => memory.write({ ...pair, state: 'abandon', content: 'secret' }))
  await memory.dream({ distill: async () => 'never the secret' })
  clock.advance(60 * day)
  expect((await memory.dream()).forgotten).toBe(6)
  expect(await contents(memory, 'C')).toEqual(['never the secret'])
  expect(await memory.forget({ id: receipts[0]?.id ?? '' })).toMatchObject({ erased: 1, dependents: 1 })
  expect(await contents(memory, 'C')).toEqual([])
  await memory.close()
})

test('a demoted rule is kept until the evidence it was distilled from has faded, so that none is promoted twice', async () => {
  const { clock, memory } = setUp()
  const slow = { ...pair, state: 'abandon', k: 0.02 } as const
  for (let index = 0; index < 8; index++) memory.write({ ...slow, content: `slow ${index}` })
  const distill = vi.fn(async () => 'never')
  const { promoted } = await memory.dream({ distill })
  await gather(memory, 12, 'accept', 'refuting')
  expect((await memory.dream()).demoted).toEqual(promoted)
  clock.advance(50 * day)
  expect(await memory.dream({ distill })).toMatchObject({ forgotten: 12, promoted: [] })
  expect(await contents(memory, 'K')).toEqual(['never'])

  const copy = createMemory({ clock })
  await copy.import(await exported(memory))
  expect(await copy.dream({ distill })).toMatchObject({ forgotten: 0, promoted: [] })
  await copy.repair()
  expect(await copy.dream({ distill })).toMatchObject({ forgotten: 0, promoted: [] })
  await copy.forget(pair)
  expect((await copy.summary()).megrams).toBe(0)

  clock.advance(70 * day)
  expect((await memory.dream({ distill })).forgotten).toBe(9)
  expect(await contents(memory, 'K')).toEqual([])
  expect(distill).toHaveBeenCalledOnce()
  expect((await memory.verify()).damage).toEqual([])
  await Promise.all([memory.close(), copy.close()])
})

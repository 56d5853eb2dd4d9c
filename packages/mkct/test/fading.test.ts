import { expect, test } from 'vitest'
import { contents, day, pair, setUp } from './support/dreams.js'

test('what has faded below 0.1 is forgotten on the day the closed form says, not before', async () => {
  const { clock, memory } = setUp()
  memory.write({ ...pair, state: 'abandon', content: 'trauma' })
  memory.write({ ...pair, state: 'change_path', content: 'dead end' })
  memory.write({ ...pair, state: 'refine', content: 'habit' })
  expect((await memory.dream()).forgotten).toBe(0)
  clock.advance(1)
  expect((await memory.dream()).forgotten).toBe(1)
  expect(await contents(memory, 'M')).toEqual(['trauma', 'dead end'])
  clock.advance(Math.floor((Math.log(3) / 0.2) * day) - 2)
  expect((await memory.dream()).forgotten).toBe(0)
  clock.advance(3)
  expect((await memory.dream()).forgotten).toBe(1)
  clock.advance(Math.ceil((Math.log(9.5) / 0.05) * day))
  expect((await memory.dream()).forgotten).toBe(1)
  expect(await memory.potentials(pair.space, pair.entity)).toEqual({ attention: 0, decision: 0, action: 'ignore' })
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('more than one chunk of due Megrams is forgotten, and the journal keeps no more than one tombstone for a run', async () => {
  const { clock, memory } = setUp()
  for (let index = 0; index < 1300; index++) memory.write({ ...pair, state: 'refine', content: `${index}` })
  memory.write({ ...pair, state: 'abandon', content: 'stays' })
  clock.advance(day)
  expect((await memory.dream()).forgotten).toBe(1300)
  expect((await memory.summary()).megrams).toBe(1)
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test.each([
  ['best practice', 'accept', 'abandon', 1],
  ['constraint', 'abandon', 'accept', -1],
] as const)(
  'a %s that evidence refutes goes bankrupt and decays as knowledge from its last recall',
  async (_, held, against, sign) => {
    const { clock, memory } = setUp()
    const { id } = memory.write({ ...pair, state: held, content: 'the rule', level: 'C' })
    clock.advance(100 * day)
    expect((await memory.dream()).demoted).toEqual([])
    expect(await memory.recall(id)).toBe(true)
    clock.advance(10 * day)
    memory.write({ ...pair, state: against, content: 'refuted' })
    memory.write({ ...pair, state: against, content: 'refuted again' })
    expect((await memory.dream()).demoted).toEqual([id])
    const demoted = await memory.get(id)
    expect(demoted).toMatchObject({ level: 'K', k: 0.05, content: 'the rule', decaysFrom: clock.now() - 10 * day })
    const { contributions } = await memory.explain(pair.space, pair.entity)
    const share = contributions.find(({ megram }) => megram.id === id)
    expect(share?.decision).toBeCloseTo((sign > 0 ? 0.9 : -0.95) * Math.exp(-0.5), 12)
    expect((await memory.verify()).damage).toEqual([])
    await memory.close()
  },
)

test('a constraint is not bankrupt at birth, nor is a rule whose evidence cancels out exactly', async () => {
  const { memory } = setUp()
  memory.write({ ...pair, state: 'abandon', content: 'constraint', level: 'C' })
  memory.write({ space: 's', entity: 'e', state: 'accept', content: 'practice', level: 'C' })
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x', f: 0.9 })
  expect((await memory.dream()).demoted).toEqual([])
  await memory.close()
})

test('recalled knowledge decays afresh; an episode cannot be recalled', async () => {
  const { clock, memory } = setUp()
  const fact = memory.remember({ ...pair, content: 'fact' })
  const episode = memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
  clock.advance(30 * day)
  expect(await memory.recall(fact.id)).toBe(true)
  expect(await memory.recall(episode.id)).toBe(false)
  expect(await memory.recall('nobody')).toBe(false)
  expect((await memory.potentials(pair.space, pair.entity)).attention).toBeCloseTo(0.8, 12)
  clock.advance(20 * day)
  expect((await memory.dream()).forgotten).toBe(1)
  expect((await memory.summary()).levels).toEqual({ M: 0, K: 1, C: 0 })
  await memory.close()
})

test('feedback on a rule is appended, and enough of it bankrupts the rule', async () => {
  const { memory } = setUp()
  const { id } = memory.write({ ...pair, state: 'accept', content: 'rule', level: 'C' })
  await memory.flush()
  await memory.feedback(id, { content: 'no', agrees: false })
  expect((await memory.dream()).demoted).toEqual([])
  await (await memory.feedback(id, { content: 'no again', agrees: false })).settled
  expect((await memory.dream()).demoted).toEqual([id])
  await expect(memory.feedback(id, { content: 'x', agrees: true })).rejects.toMatchObject({ code: 'unknown_megram' })
  await memory.close()
})

test('a whole chunk of due Megrams that are kept holds nothing back', async () => {
  const { clock, memory } = setUp()
  const lines = ['{"format":"artoo-memory","version":1,"namespace":"other"}']
  const line = (sequence: number, fields: object) =>
    lines.push(JSON.stringify({ sequence, id: `i-${sequence}`, at: clock.now(), ...pair, content: 'x', ...fields }))
  line(1, { state: 'abandon', k: 0.001 })
  for (let sequence = 2; sequence < 602; sequence++) {
    line(sequence, { level: 'K', state: 'abandon', k: 0.05, consolidated: 1 })
  }
  line(602, { state: 'abandon', k: 0.05 })
  await memory.import(lines)
  clock.advance(50 * day)
  expect((await memory.dream()).forgotten).toBe(1)
  await memory.close()
})

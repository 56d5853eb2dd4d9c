import { createMemory, type Filter, type Megram, type Memory, macroStates } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { dump, temporaryDirectory } from './support/stores.js'

const day = 86_400_000
const pair = { space: 'tool:shell', entity: 'path:/a' }

async function lived() {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  const distill = async () => 'line one\nline two \u2028 "quoted"'
  for (let index = 0; index < 600; index++) {
    memory.write({ ...pair, state: 'refine', content: `${index}` })
    if (index % 100 === 0)
      memory.write({ ...pair, state: 'abandon', content: 'bad 🙂', subject: 'bob', key: `k${index}` })
  }
  await memory.dream({ distill })
  clock.advance(3 * day)
  const fact = memory.remember({ space: 'tool:shell', entity: 'path:/b', content: 'fact' })
  await memory.dream({ distill })
  clock.advance(day)
  await memory.recall(fact.id)
  memory.write({ ...pair, state: 'abandon', content: 'never', level: 'C' })
  memory.write({ space: 's', entity: 'e', state: 'accept', content: 'x', level: 'C' })
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
  memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
  expect((await memory.dream({ distill })).demoted).toHaveLength(1)
  return { clock, memory, distill }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const pairs = [pair, { space: 'tool:shell', entity: 'path:/b' }, { space: 's', entity: 'e' }]
const potentialsOf = (memory: Memory) => Promise.all(pairs.map(({ space, entity }) => memory.potentials(space, entity)))

test('an import into another store gives the same Megrams and potentials, and promotes nothing twice', async () => {
  const { clock, memory, distill } = await lived()
  const lines = await all(memory.export())
  expect(lines.every((line) => !line.includes('\n'))).toBe(true)
  const other = createMemory({ clock, ids: sequentialIds('n'), namespace: 'else' })
  const { megrams } = await memory.summary()
  expect(await other.import(lines)).toEqual({ imported: megrams, skipped: 0 })
  expect(await all(other.megrams())).toEqual(
    (await all(memory.megrams())).map((megram) => expect.objectContaining(withoutNumbering(megram))),
  )
  const [before, after] = [await potentialsOf(memory), await potentialsOf(other)]
  for (const [index, { attention, decision, action }] of before.entries()) {
    expect(after[index]?.attention).toBeCloseTo(attention, 10)
    expect(after[index]?.decision).toBeCloseTo(decision, 10)
    expect(after[index]?.action).toBe(action)
  }
  expect((await other.dream({ distill })).promoted).toEqual([])
  expect((await other.verify()).damage).toEqual([])
  expect(await other.import(lines)).toEqual({ imported: 0, skipped: megrams })
  await Promise.all([memory.close(), other.close()])
})

test('an import into another kind of store is the same byte for byte when nothing was ever erased', async () => {
  const clock = manualClock(1_700_000_000_000)
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const memory = createMemory({ store, clock, ids: sequentialIds('m') })
  for (let index = 0; index < 510; index++) {
    const state = macroStates[index % macroStates.length] ?? 'accept'
    const at = clock.now() - (index % 5) * day
    memory.write({ ...pair, entity: `path:/${index % 3}`, state, content: `${index} 漢`, at, subject: `u${index % 9}` })
    clock.advance(1_234_567)
  }
  const fact = memory.remember({ ...pair, content: 'fact', subject: 'bob', key: 'k' })
  const rule = memory.write({ ...pair, state: 'abandon', content: 'never', level: 'C', sources: [fact.id] })
  await memory.recall(rule.id)
  const onDisk = new ClassicLevel<string, string>(await temporaryDirectory())
  const other = createMemory({ store: onDisk, clock, ids: sequentialIds('n') })
  await other.import(await all(memory.export()))
  expect(await other.summary()).toEqual(await memory.summary())
  expect(await potentialsOf(other)).toEqual(await potentialsOf(memory))
  await Promise.all([memory.close(), other.close()])
  expect(await dump(onDisk)).toEqual(await dump(store))
  await onDisk.close()
})

test('after erasures, recalls and demotions the direct sums of an import are the same bit for bit', async () => {
  const { clock, memory } = await lived()
  await memory.forget({ subject: 'bob' })
  const onDisk = await openMemory({ path: await temporaryDirectory(), clock, ids: sequentialIds('n') })
  await onDisk.import(await all(memory.export()))
  for (const { space, entity } of pairs) {
    const [before, after] = [await memory.explain(space, entity), await onDisk.explain(space, entity)]
    expect([after.attention, after.decision]).toEqual([before.attention, before.decision])
    const [sums, imported] = [await memory.potentials(space, entity), await onDisk.potentials(space, entity)]
    expect(Math.abs(imported.attention - sums.attention)).toBeLessThanOrEqual(1e-9 * sums.attention)
    expect(Math.abs(imported.decision - sums.decision)).toBeLessThanOrEqual(1e-9 * sums.attention)
  }
  const [before, after] = [await memory.summary(), await onDisk.summary()]
  expect(after).toEqual({ ...before, sequence: after.sequence, link: after.link })
  await Promise.all([memory.close(), onDisk.close()])
})

function withoutNumbering({ consolidated: _, ...megram }: Megram): Omit<Megram, 'consolidated'> {
  return megram
}

test.each([
  ['nothing', [], 'invalid_import'],
  ['another format', ['{"format":"csv"}'], 'invalid_import'],
  ['a newer version', ['{"format":"artoo-memory","version":2}'], 'schema_unsupported'],
  ['a line that is no JSON', ['{"format":"artoo-memory","version":1}', '{'], 'invalid_import'],
  ['a line without a time', ['{"format":"artoo-memory","version":1}', '{"sequence":1,"id":"a"}'], 'invalid_import'],
  [
    'a Megram of level T',
    [
      '{"format":"artoo-memory","version":1}',
      '{"sequence":1,"id":"a","at":1,"space":"s","entity":"e","content":"","state":"accept","level":"T"}',
    ],
    'level_reserved',
  ],
])('an import of %s is refused', async (_, lines, code) => {
  const memory = createMemory()
  await expect(memory.import(lines)).rejects.toMatchObject({ code })
  expect((await memory.summary()).megrams).toBe(0)
  await memory.close()
})

const line = { sequence: 1, id: 'a', at: 1, space: 's', entity: 'e', content: 'x', state: 'accept' }

test.each([
  ['a date in the future', { at: 8.64e15 }, 'at_in_future'],
  ['decay that starts in the future', { decaysFrom: 8e15 }, 'at_in_future'],
  ['decay that starts at no time', { decaysFrom: 'soon' }, 'invalid_import'],
  ['a recall in the future', { recalledAt: 8e15 }, 'at_in_future'],
  ['a recall at no time', { recalledAt: -1 }, 'invalid_import'],
  ['a recall of an episode', { recalledAt: 1 }, 'invalid_import'],
  ['decay of an episode that starts at another time', { decaysFrom: 1 }, 'invalid_import'],
  ['a watermark that is no number', { level: 'C', consolidated: '7' }, 'invalid_import'],
  ['subjects that are no list', { subjects: 'bob' }, 'invalid_megram'],
  ['an ill-formed subject', { subjects: ['bob', '\ud800'] }, 'invalid_megram'],
  ['a magnitude that is no number', { f: '0.5' }, 'invalid_megram'],
  ['a valence that is null', { sigma: null }, 'invalid_megram'],
  ['a decay that is no number', { k: '0.05' }, 'invalid_megram'],
  ['an empty id', { id: '' }, 'invalid_megram'],
  ['an ill-formed id', { id: '\ud800' }, 'invalid_megram'],
])('an import with %s is refused', async (_, fields, code) => {
  const memory = createMemory({ clock: manualClock(1000) })
  const lines = ['{"format":"artoo-memory","version":1}', JSON.stringify({ ...line, ...fields })]
  await expect(memory.import(lines)).rejects.toMatchObject({ code, message: expect.stringMatching(/^Line 2: /) })
  expect((await memory.summary()).megrams).toBe(0)
  await memory.close()
})

test('two lines under one idempotency key are a conflict', async () => {
  const memory = createMemory({ clock: manualClock(1000) })
  const lines = [
    { format: 'artoo-memory', version: 1 },
    { ...line, key: 'k' },
    { ...line, id: 'b', key: 'k' },
  ]
  await expect(memory.import(lines.map((one) => JSON.stringify(one)))).rejects.toMatchObject({
    code: 'import_conflict',
  })
  expect((await memory.summary()).megrams).toBe(0)
  await memory.close()
})

test('an id that stands for something else is a conflict', async () => {
  const memory = createMemory({ ids: () => 'a', clock: manualClock(1000) })
  await memory.write({ space: 'x', entity: 'y', state: 'success', content: 'mine' }).settled
  await expect(memory.import(json([header, line]))).rejects.toMatchObject({ code: 'import_conflict' })
  await memory.close()
})

const header = { format: 'artoo-memory', version: 1 }
const json = (lines: readonly object[]) => lines.map((one) => JSON.stringify(one))

test.each(['subject', 'key', 'about'])(
  'the same id with and without a %s is a conflict that names its line',
  async (field) => {
    const memory = createMemory({ clock: manualClock(1000) })
    await memory.import(json([header, { ...line, id: 'b' }, line]))
    await expect(memory.import(json([header, { ...line, id: 'b' }, { ...line, [field]: 'b' }]))).rejects.toMatchObject({
      code: 'import_conflict',
      message: expect.stringMatching(/^Line 3: "a"/),
    })
    await memory.close()
  },
)

test.each([0, 510])('a line that is there twice, %i lines apart, is skipped', async (distance) => {
  const memory = createMemory({ clock: manualClock(1000) })
  const between = Array.from({ length: distance }, (_, index) => ({ ...line, id: `b${index}` }))
  const report = await memory.import(json([header, line, ...between, line]))
  expect(report).toEqual({ imported: distance + 1, skipped: 1 })
  await memory.close()
})

test('a Megram that was recalled or demoted here since it was exported is skipped', async () => {
  const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
  const rule = memory.write({ ...pair, entity: 'path:/c', state: 'accept', content: 'rule', level: 'C' })
  const fact = memory.remember({ ...pair, entity: 'path:/d', content: 'fact' })
  const lines = await all(memory.export())
  for (let count = 0; count < 2; count++) memory.write({ ...pair, entity: 'path:/c', state: 'abandon', content: 'no' })
  await memory.recall(fact.id)
  expect((await memory.dream()).demoted).toEqual([rule.id])
  expect(await memory.import(lines)).toEqual({ imported: 0, skipped: lines.length - 1 })
  await memory.close()
})

test('what an imported rule had consolidated is not promoted again, also when some of it was here before', async () => {
  const clock = manualClock(1000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  for (let index = 0; index < 8; index++) {
    memory.write({ ...pair, state: 'abandon', content: `${index}` })
    memory.write({ space: 's', entity: 'e', state: 'refine', content: 'other' })
  }
  await memory.dream({ distill: async () => 'rule' })
  const lines = await all(memory.export())
  const other = createMemory({ clock, ids: sequentialIds('n') })
  await other.import([0, 15].map((index) => lines[index] ?? ''))
  for (let index = 0; index < 8; index++) other.write({ space: 's', entity: 'e', state: 'abandon', content: 'own' })
  await other.import(lines)
  const later = other.write({ ...pair, state: 'abandon', content: 'own' })
  const { promoted } = await other.dream({ distill: async ({ space }) => `rule for ${space}` })
  expect(await Promise.all(promoted.map((id) => other.get(id)))).toMatchObject([{ content: 'rule for s' }])
  const { sequence } = await later.settled
  expect((await other.rules(pair.space))[0]?.consolidated).toBeLessThan(sequence)
  await Promise.all([memory.close(), other.close()])
})

const filters: readonly (readonly [Filter, (megram: Megram) => boolean])[] = [
  [{}, () => true],
  [{ level: 'M' }, ({ level }) => level === 'M'],
  [{ level: 'K' }, ({ level }) => level === 'K'],
  [{ level: 'C' }, ({ level }) => level === 'C'],
  [{ space: 's' }, ({ space }) => space === 's'],
  [{ entity: 'path:/a' }, ({ entity }) => entity === 'path:/a'],
  [{ ...pair, level: 'C' }, ({ level, entity }) => level === 'C' && entity === 'path:/a'],
  [{ ...pair, level: 'M' }, ({ level, entity }) => level === 'M' && entity === 'path:/a'],
  [{ space: 'tool:shell', level: 'K' }, ({ level, space }) => level === 'K' && space === 'tool:shell'],
]

test('iteration gives what matches its filter, and the summary counts it', async () => {
  const { memory } = await lived()
  const everything = await all(memory.megrams())
  const ids = (megrams: readonly Megram[]) => megrams.map(({ id }) => id).sort()
  for (const [filter, holds] of filters) {
    expect(everything.some(holds), JSON.stringify(filter)).toBe(true)
    expect(ids(await all(memory.megrams(filter))), JSON.stringify(filter)).toEqual(ids(everything.filter(holds)))
  }
  const count = (level: string) => everything.filter((megram) => megram.level === level).length
  expect(await memory.summary()).toMatchObject({
    namespace: 'default',
    megrams: everything.length,
    levels: { M: count('M'), K: count('K'), C: count('C') },
  })
  await memory.close()
})

test('a filter by a field that is none is refused', async () => {
  const memory = createMemory()
  const filter = { space: 's', subject: 'bob' } as Filter
  await expect(all(memory.megrams(filter))).rejects.toMatchObject({ code: 'invalid_option', field: 'subject' })
  await memory.close()
})

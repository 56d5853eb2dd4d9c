import { createHash } from 'node:crypto'
import { createMemory, type Damage } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { failNextBatch } from '../src/conformance/expectations.js'
import { decodeHead, emptyHead, encodeHead, type Head } from '../src/journal/head.js'
import { linkOf } from '../src/journal/journal-entry.js'

fc.configureGlobal({ seed: 20260221 })

function open(store: MemoryLevel<string, string>, more: object = {}) {
  return createMemory({ store, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m'), ...more })
}

/** A store with episodes, a fact, a rule, a recall mark, keys, subjects and tombstones. */
async function filled(): Promise<MemoryLevel<string, string>> {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const memory = open(store)
  for (let index = 0; index < 30; index++) {
    const about = index % 5 === 0 ? { subject: 'bob', key: `k${index}` } : {}
    memory.write({ space: 's', entity: `e${index % 3}`, state: 'abandon', content: `text ${index}`, ...about })
  }
  memory.remember({ space: 's', entity: 'e1', content: 'fact' })
  const rule = { space: 's', entity: 'e1', state: 'abandon', content: 'rule', level: 'C', sources: ['m-2'] } as const
  const { id } = memory.write(rule)
  await memory.recall(id)
  await memory.forget({ id: 'm-7' })
  await memory.forget({ id: 'm-8' })
  await memory.close()
  return store
}

async function damageOf(store: MemoryLevel<string, string>): Promise<readonly Damage[]> {
  const memory = open(store, { onDamage: 'report' })
  const damage = [...(await memory.opened()), ...(await memory.verify()).damage]
  await memory.close()
  return damage
}

const entryKeys = async (store: MemoryLevel<string, string>) =>
  (await store.keys().all()).filter((key) => key.startsWith('default e '))

test('an unharmed store has no damage', async () => {
  expect(await damageOf(await filled())).toEqual([])
})

test('whatever single value is changed or key lost, it is found', async () => {
  const before = await (await filled()).iterator().all()
  const tables = [...new Set(before.map(([key]) => key.slice(0, 'default e '.length)))]
  expect(tables.map((table) => table.at(-2)).join('')).toBe('acdehiklrswx')
  const changed = fc.constantFrom(...tables).chain((table) => {
    const entries = before.filter(([key]) => key.startsWith(table))
    // Sums are compared with a tolerance, in a test of their own.
    const kinds = table === 'default a ' ? ['delete'] : ['delete', 'change']
    return fc.tuple(fc.constantFrom(...entries), fc.nat(), fc.constantFrom(...kinds))
  })
  await fc.assert(
    fc.asyncProperty(changed, async ([[key, value], offset, kind]) => {
      const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
      await store.batch(before.map(([k, v]) => ({ type: 'put', key: k, value: v })))
      const at = offset % Math.max(1, value.length)
      const other = value[at] === '1' ? '2' : '1'
      if (kind === 'delete') await store.del(key)
      else await store.put(key, value.slice(0, at) + other + value.slice(at + 1))
      expect(await damageOf(store), `${kind} ${key} at ${at} of ${value}`).not.toEqual([])
    }),
    { numRuns: 50 },
  )
})

test.each([
  [
    'a lost entry',
    10,
    null,
    [
      { type: 'missing', from: 11, to: 11 },
      { type: 'unproven', sequence: 12 },
    ],
  ],
  ['an altered text', 10, 'text', [{ type: 'altered', sequence: 11 }]],
  [
    'an altered link',
    10,
    'link',
    [
      { type: 'altered', sequence: 11 },
      { type: 'unproven', sequence: 12 },
    ],
  ],
] as const)('%s is located', async (_, index, part, expected) => {
  const store = await filled()
  const keys = await entryKeys(store)
  const key = keys.find((candidate) => candidate.endsWith('0b ')) ?? keys[index] ?? ''
  const value = (await store.get(key)) ?? ''
  if (part === null) await store.del(key)
  else if (part === 'text') await store.put(key, value.replace('text', 'tixt'))
  else await store.put(key, (value[0] === 'a' ? 'b' : 'a') + value.slice(1))
  const memory = open(store, { onDamage: 'report' })
  expect(await memory.opened()).toEqual(expected)
  await memory.close()
})

test('a damaged store is refused with what is wrong; read and repaired, it is sound and keeps the rest', async () => {
  const store = await filled()
  const keys = await entryKeys(store)
  await store.del(keys[3] ?? '')
  await store.del(keys[4] ?? '')
  await store.put(keys[12] ?? '', 'rubbish')
  await store.del('default h ')
  const refused = open(store)
  await expect(refused.potentials('s', 'e1')).rejects.toMatchObject({
    code: 'damaged_store',
    message: expect.stringContaining('entries 4 to 5 are missing'),
  })
  await refused.close()
  const memory = open(store, { onDamage: 'report', ids: sequentialIds('n') })
  await expect(memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled).rejects.toMatchObject(
    { code: 'damaged_store' },
  )
  await expect(memory.forget({ space: 's' })).rejects.toMatchObject({ code: 'damaged_store' })
  expect(await memory.repair()).toMatchObject({ lost: 5, megrams: 25 })
  expect((await memory.verify()).damage).toEqual([])
  await memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled
  await memory.close()
  const again = open(store, { check: 'full' })
  expect((await again.verify()).ok).toBe(true)
  expect((await again.summary()).megrams).toBe(26)
  await again.close()
})

test('an entry forged behind a gap is reported and not kept', async () => {
  const store = await filled()
  const [, , , lost = '', forged = ''] = await entryKeys(store)
  await store.del(lost)
  await store.put(forged, ((await store.get(forged)) ?? '').replace('text 4', 'forged'))
  const memory = open(store, { onDamage: 'report' })
  expect(await memory.opened()).toEqual([
    { type: 'missing', from: 4, to: 4 },
    { type: 'unproven', sequence: 5 },
  ])
  expect(await memory.repair()).toMatchObject({ lost: 2 })
  for await (const { content } of memory.megrams()) expect(content).not.toBe('forged')
  expect((await memory.verify()).ok).toBe(true)
  await memory.close()
})

test('an entry of another version is damage when the chain refutes it, and else a version', async () => {
  const store = await filled()
  const [key = ''] = await entryKeys(store)
  const value = (await store.get(key)) ?? ''
  await store.put(key, value.replace('"v":1', '"v":2'))
  let memory = open(store, { onDamage: 'report' })
  expect(await memory.opened()).toEqual([{ type: 'altered', sequence: 1 }])
  expect(await memory.repair()).toMatchObject({ lost: 1 })
  await memory.close()
  const json = ((await store.get(key)) ?? '').slice(64).replace('"v":1', '"v":2')
  const link = linkOf((text) => createHash('sha256').update(text).digest('hex'), '0'.repeat(64), 1, json)
  await store.put(key, link + json)
  memory = open(store, { onDamage: 'report' })
  await expect(memory.opened()).rejects.toMatchObject({ code: 'schema_unsupported' })
  await memory.close()
})

test.each([
  ['"schema":1', '"schema":2'],
  ['"latest":1700000000000', '"latest":8640000000000000'],
  ['"pairs":3', '"pairs":4'],
])('a head with %s changed to %s is damage, and repaired', async (from, to) => {
  const store = await filled()
  const value = (await store.get('default h ')) ?? ''
  expect(value).toContain(from)
  await store.put('default h ', value.replace(from, to))
  const memory = open(store, { onDamage: 'report' })
  expect(await memory.opened()).toEqual([{ type: 'head' }])
  expect(await memory.repair()).toMatchObject({ lost: 0 })
  expect(decodeHead((await store.get('default h ')) ?? '')).toMatchObject({ latest: 1_700_000_000_000, pairs: 3 })
  await memory.close()
})

test.each([{ latest: 5 }, { pairs: 4 }, { counts: { M: 27, K: 1, C: 2 } }])(
  'a head that says %j is noticed',
  async (wrong) => {
    const store = await filled()
    const head = decodeHead((await store.get('default h ')) ?? '') ?? emptyHead
    await store.put('default h ', encodeHead({ ...head, ...wrong }))
    const memory = open(store)
    expect((await memory.verify()).damage).toContainEqual({ type: 'head' })
    await memory.close()
  },
)

test('a repair whose batch fails leaves everything as it was', async () => {
  const store = await filled()
  const [, gone = ''] = await entryKeys(store)
  await store.del(gone)
  const before = await store.iterator().all()
  const memory = open(store, { onDamage: 'report' })
  await memory.opened()
  failNextBatch(store)
  await expect(memory.repair()).rejects.toThrow('as the test wants')
  expect(await store.iterator().all()).toEqual(before)
  expect(await memory.repair()).toMatchObject({ lost: 2 })
  expect(await memory.verify()).toMatchObject({ ok: true })
  await memory.close()
})

test('what was forgotten stays so through a repair, and tombstones keep the chain whole', async () => {
  const store = await filled()
  const memory = open(store)
  const tombstones = async () => (await store.values().all()).filter((value) => /^.{64}\{"v":1,"erased"/.test(value))
  expect(await tombstones()).toHaveLength(1)
  await memory.forget({ entity: 'e2' })
  await memory.forget({ entity: 'e0' })
  expect((await tombstones()).length).toBeLessThan(12)
  expect(await memory.verify()).toMatchObject({ ok: true, damage: [] })
  const { megrams } = await memory.summary()
  expect(await memory.repair()).toEqual({ damage: [], lost: 0, megrams })
  expect(await tombstones()).toEqual([])
  expect(await memory.verify()).toEqual({ ok: true, damage: [], megrams })
  await memory.close()
})

test('a forgetting that ended before its compaction has it made good on the next opening', async () => {
  const store = await filled()
  let compactions = 0
  const compacting = (compactRange: () => Promise<void>) => Object.assign(store, { compactRange })
  let memory = open(compacting(() => Promise.reject(new Error('The process ended here.'))))
  await expect(memory.forget({ subject: 'bob' })).rejects.toThrow('ended here')
  await memory.close()
  for (let opening = 0; opening < 2; opening++) {
    memory = open(compacting(async () => void compactions++))
    expect(await memory.opened()).toEqual([])
    expect(compactions).toBe(1)
    await memory.close()
  }
})

test('entries lost at the end are missed', async () => {
  const store = await filled()
  const keys = await entryKeys(store)
  await store.del(keys.at(-1) ?? '')
  expect((await damageOf(store))[0]).toMatchObject({ type: 'missing', to: 32 })
})

test('a wrong aggregate is reported and rebuilt', async () => {
  const store = await filled()
  const key = (await store.keys().all()).find((candidate) => candidate.startsWith('default a s e')) ?? ''
  const value = (await store.get(key)) ?? ''
  await store.put(key, value.replace(/,[0-9.]+,-[0-9.]+\]/, ',99,-99]'))
  const memory = open(store)
  const damage = [{ type: 'aggregate', space: 's', entity: 'e0' }]
  expect(await memory.verify()).toMatchObject({ ok: true, damage })
  expect((await memory.potentials('s', 'e0')).attention).toBeLessThan(20)
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('a store of another schema version is refused', async () => {
  const store = await filled()
  const head = decodeHead((await store.get('default h ')) ?? '')
  await store.put('default h ', encodeHead({ ...emptyHead, ...head, schema: 2 } as Head))
  const memory = open(store, { onDamage: 'report' })
  await expect(memory.opened()).rejects.toMatchObject({ code: 'schema_unsupported' })
  await memory.close()
})

test('a link is SHA-256 over the link before it, the sequence number and the entry', async () => {
  const memory = createMemory({ ids: sequentialIds(), clock: manualClock(1) })
  memory.write({ space: 's', entity: 'e', state: 'success', content: '漢' })
  const json =
    '{"v":1,"id":"id-1","level":"M","at":1,"space":"s","entity":"e","content":"漢","state":"success","f":0.8,"sigma":1,"k":0.05}'
  const link = createHash('sha256')
    .update(`${'0'.repeat(64)}1 ${json}`)
    .digest('hex')
  expect(await memory.summary()).toMatchObject({ link, sequence: 1 })
  await memory.close()
})

import { createMemory, type Memory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { decodePart, encodeNumber, encodePart, rangeOf } from '../src/store/key-encoding.js'

fc.configureGlobal({ seed: 20260221 })

const nasty = fc.constantFrom(
  '|',
  ' ',
  '!',
  '~',
  '\u0000',
  '\uffff',
  '\u{10ffff}',
  '\u{1f600}',
  '漢',
  'é',
  'e\u0301',
  'a',
  '!41',
  '~000041',
  '-',
)
const tag = fc.oneof(
  fc.array(nasty, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
)
const illFormed = fc
  .tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.string({ maxLength: 3 }))
  .map(([before, unit, after]) => before + String.fromCharCode(unit) + after)

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]].map((text) => text.map((character) => character.codePointAt(0) ?? 0)) as [
    number[],
    number[],
  ]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(left.length - right.length)
}

test('an encoded part decodes to what it was, in printable ASCII without a space', () => {
  fc.assert(
    fc.property(tag, (text) => {
      const encoded = encodePart(text)
      expect(decodePart(encoded)).toBe(text)
      expect(encoded).toMatch(/^[\x21-\x7e]*$/)
    }),
  )
})

test('encoded tuples sort as the tuples do, by code point', () => {
  const key = ([a, b]: readonly string[]) => `${encodePart(a ?? '')} ${encodePart(b ?? '')} `
  fc.assert(
    fc.property(fc.tuple(tag, tag), fc.tuple(tag, tag), (left, right) => {
      const expected = byCodePoint(left[0], right[0]) || byCodePoint(left[1], right[1])
      const [a, b] = [key(left), key(right)]
      expect(Math.sign(a < b ? -1 : a > b ? 1 : 0)).toBe(expected)
      expect(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))).toBe(expected)
    }),
  )
})

test("a prefix range holds its own tuples and no neighbour's", () => {
  fc.assert(
    fc.property(tag, tag, tag, (space, other, entity) => {
      const { gte, lt } = rangeOf(`${encodePart(space)} `)
      const key = `${encodePart(other)} ${encodePart(entity)} `
      expect(key >= gte && key < lt).toBe(other === space)
    }),
  )
})

test('encoded numbers sort as numbers do', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
      expect(encodeNumber(a) < encodeNumber(b)).toBe(a < b)
    }),
  )
})

test('random tenants and tags never meet', async () => {
  const write = fc.record({ tenant: fc.integer({ min: 0, max: 2 }), space: tag, entity: tag })
  const tenants = fc.uniqueArray(tag, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(tenants, fc.array(write, { minLength: 1, maxLength: 12 }), async (namespaces, writes) => {
      const store = new MemoryLevel<string, string>()
      const memories = namespaces.map((namespace) =>
        createMemory({ store, namespace, clock: manualClock(1000), ids: sequentialIds() }),
      )
      for (const { tenant, space, entity } of writes) {
        memories[tenant]?.write({ space, entity, state: 'success', content: `${tenant}` })
      }
      for (const [tenant, memory] of memories.entries()) {
        for (const { space, entity } of writes) {
          const own = writes.filter((one) => one.tenant === tenant && one.space === space)
          const same = own.filter((one) => one.entity === entity)
          const { readings } = await memory.consult({ pairs: [{ space, entity }], spaces: [space] })
          const whole = readings.find((reading) => reading.entity === null)
          expect(whole?.attention).toBeCloseTo(0.8 * own.length, 9)
          expect((await memory.potentials(space, entity)).attention).toBeCloseTo(0.8 * same.length, 9)
          expect(readings.every(({ lesson }) => lesson === null || lesson === `${tenant}`)).toBe(true)
        }
      }
      const victim = memories[0] as Memory
      for (const { space } of writes) await victim.forget({ space })
      const others = writes.filter(({ tenant }) => tenant !== 0).length
      const left = await Promise.all(memories.map(async (memory) => (await memory.summary()).megrams))
      expect(left[0]).toBe(0)
      expect((left[1] ?? 0) + (left[2] ?? 0)).toBe(others)
      await Promise.all(memories.map((memory) => memory.close()))
    }),
    { numRuns: 8 },
  )
})

test('keys, subjects and ids of random tenants never meet', async () => {
  const two = fc.uniqueArray(tag, { minLength: 2, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(two, two, two, async (tenants, keys, subjects) => {
      const store = new MemoryLevel<string, string>()
      const memories = tenants.map((namespace) => {
        return createMemory({ store, namespace, clock: manualClock(1000), ids: sequentialIds('m') })
      })
      const rule = { space: 's', entity: 'e', state: 'accept', level: 'C', content: 'rule' } as const
      for (const [tenant, memory] of memories.entries()) {
        for (const [index, key] of keys.entries()) {
          const write = { space: 's', entity: 'e', state: 'success', content: `${tenant}`, key } as const
          const subject = subjects[index] ?? ''
          expect((await memory.write({ ...write, subject }).settled).duplicate).toBe(false)
          expect((await memory.write({ ...write, subject }).settled).duplicate).toBe(true)
        }
        for (const source of ['m-1', 'm-3']) memory.write({ ...rule, sources: [source] })
      }
      const [first, second] = memories as [Memory, Memory]
      expect(await first.forget({ subject: subjects[0] ?? '' })).toMatchObject({ erased: 2, dependents: 1 })
      expect(await second.forget({ id: 'm-3' })).toMatchObject({ erased: 2, dependents: 1 })
      expect([await first.get('m-1'), (await first.get('m-3'))?.subject]).toEqual([null, subjects[1]])
      expect([await second.get('m-3'), (await second.get('m-1'))?.subject]).toEqual([null, subjects[0]])
      for (const memory of memories) expect(await memory.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
      await Promise.all(memories.map((memory) => memory.close()))
    }),
    { numRuns: 8 },
  )
})

test('half a surrogate pair is refused in every tag', async () => {
  const memory = createMemory()
  await fc.assert(
    fc.asyncProperty(illFormed, async (text) => {
      fc.pre(!text.isWellFormed())
      const refused = expect.objectContaining({ code: 'invalid_megram' })
      const megram = { space: 's', entity: 'e', state: 'success', content: 'x' } as const
      for (const field of ['space', 'entity', 'key', 'subject'] as const) {
        expect(() => memory.write({ ...megram, [field]: text })).toThrow(refused)
      }
      expect(() => memory.write({ ...megram, about: text })).toThrow(refused)
      expect(() => memory.write({ ...megram, sources: ['id', text] })).toThrow(refused)
      await expect(memory.potentials(text, 'e')).rejects.toEqual(refused)
      await expect(memory.forget({ subject: text })).rejects.toEqual(refused)
      expect(() => createMemory({ namespace: text })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    }),
    { numRuns: 10 },
  )
  await memory.close()
})

test('tags are not normalised: two spellings of one letter are two entities', async () => {
  const memory = createMemory()
  memory.write({ space: 's', entity: 'caf\u00e9', state: 'success', content: 'x' })
  expect((await memory.potentials('s', 'cafe\u0301')).attention).toBe(0)
  await memory.close()
})

test('a namespace has one writer at a time', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store })
  expect(() => createMemory({ store })).toThrow(expect.objectContaining({ code: 'namespace_in_use' }))
  createMemory({ store, namespace: 'other' })
  await memory.close()
  await createMemory({ store }).close()
})

test.each([
  [{ spaces: 's' }, 'invalid_option'],
  [{ space: 's', entiy: 'e' }, 'invalid_option'],
  [{ space: 's', entity: undefined, subjects: undefined }, 'invalid_option'],
  [{ space: 's', entity: 7 }, 'invalid_megram'],
  [{ space: ['s'] }, 'invalid_megram'],
  [{ space: 's', entity: null }, 'invalid_megram'],
  [{}, 'empty_selector'],
  [{ space: undefined }, 'empty_selector'],
])('forget(%j) is refused and erases nothing', async (selector, code) => {
  const memory = createMemory()
  memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
  await expect(memory.forget(selector as object)).rejects.toMatchObject({ code })
  expect((await memory.summary()).megrams).toBe(1)
  await memory.close()
})

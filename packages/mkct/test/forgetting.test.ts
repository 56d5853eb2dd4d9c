import { createMemory, type ForgetReport, type Memory, type Selector } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { encodePart } from '../src/store/key-encoding.js'
import { dump, filesWith, temporaryDirectory } from './support/stores.js'

describe('forgetting', () => {
  const day = 86_400_000
  const pair = { space: 'tool:shell', entity: 'path:/a' }

  function setUp() {
    const clock = manualClock(1_700_000_000_000)
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    const ids = sequentialIds('m')
    return { clock, store, open: (more = {}) => createMemory({ clock, store, ids, ...more }) }
  }

  /** A rule distilled from Megrams about two subjects and none, which then fade. Their ids are m-1 to m-6. */
  async function withFadedSources(memory: Memory, clock: { advance(ms: number): void }): Promise<string> {
    const subjects = [{ subject: 'bob' }, { subject: 'ann b' }, {}]
    for (let index = 0; index < 6; index++) {
      memory.write({ ...pair, state: 'abandon', content: `secret ${index}`, ...subjects[index % 3] })
    }
    const { promoted } = await memory.dream({ distill: async () => 'never the secret' })
    clock.advance(60 * day)
    expect((await memory.dream()).forgotten).toBe(6)
    return promoted[0] ?? ''
  }

  async function contents(memory: Memory): Promise<string[]> {
    const found: string[] = []
    for await (const { content } of memory.megrams()) found.push(content)
    return found
  }

  async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
    const list: T[] = []
    for await (const item of items) list.push(item)
    return list
  }

  test.each<[Selector, Partial<ForgetReport>]>([
    [{ subject: 'bob' }, { erased: 1, dependents: 1 }],
    [{ subject: 'ann b' }, { erased: 1, dependents: 1 }],
    [{ subject: 'ann' }, { erased: 0 }],
    [
      { subject: 'bob', space: pair.space },
      { erased: 1, dependents: 1 },
    ],
    [{ subject: 'bob', entity: 'path:/b' }, { erased: 0 }],
    [{ id: 'm-1' }, { erased: 1, dependents: 1 }],
    [
      { id: 'm-1', ...pair },
      { erased: 1, dependents: 1 },
    ],
    [
      { id: 'm-1', subject: 'ann b' },
      { erased: 1, dependents: 1 },
    ],
    [{ id: 'm-1', subject: 'eve' }, { erased: 0 }],
    [{ id: 'm-1', space: 'tool:other' }, { erased: 0 }],
    [{ id: 'm-9', ...pair }, { erased: 0 }],
  ])('once the sources have faded, forget(%j) gives %j', async (selector, expected) => {
    const { clock, open } = setUp()
    const memory = open()
    await withFadedSources(memory, clock)
    expect(await memory.forget(selector)).toMatchObject(expected)
    expect(await contents(memory)).toEqual(expected.erased ? [] : ['never the secret'])
    await memory.close()
  })

  test('while the sources are alive they count as matching, the rule as dependent', async () => {
    const { open } = setUp()
    const memory = open()
    for (let index = 0; index < 6; index++) memory.write({ ...pair, state: 'abandon', content: 'x', subject: 'bob' })
    await memory.dream({ distill: async () => 'rule' })
    expect((await memory.rules(pair.space))[0]).toMatchObject({ subjects: ['bob'] })
    expect(await memory.forget({ subject: 'bob' })).toEqual({ erased: 7, dependents: 1, compacted: true })
    await memory.close()
  })

  test('a demoted rule keeps its subjects, also through export, import and repair', async () => {
    const { clock, store, open } = setUp()
    let memory = open()
    const id = await withFadedSources(memory, clock)
    for (let count = 0; count < 2; count++) memory.write({ ...pair, state: 'accept', content: 'fine' })
    expect((await memory.dream()).demoted).toEqual([id])
    await memory.close()
    const [[gone] = ['']] = (await dump(store)).filter(([key]) => key.startsWith('default s '))
    await store.del(gone)
    await store.put('default s eve 00000000007 ', '')
    memory = open({ onDamage: 'report' })
    expect((await memory.verify()).damage).toMatchObject([{ type: 'index', count: 2 }])
    await memory.repair()
    expect((await memory.verify()).damage).toEqual([])
    const other = createMemory({ clock, ids: sequentialIds('n') })
    await other.import(await all(memory.export()))
    expect((await other.verify()).damage).toEqual([])
    for (const each of [memory, other]) {
      expect(await each.get(id)).toMatchObject({ level: 'K', subjects: ['bob', 'ann b'] })
      expect(await each.forget({ subject: 'ann b' })).toMatchObject({ erased: 1, dependents: 1 })
      expect(await contents(each)).toEqual(['fine', 'fine'])
      await each.close()
    }
    expect((await dump(store)).filter(([key]) => key.startsWith('default s '))).toEqual([])
  })

  test('what is said about a rule takes over its subjects, and so does a rule distilled from that', async () => {
    const { clock, open } = setUp()
    const memory = open()
    const id = await withFadedSources(memory, clock)
    for (let count = 0; count < 6; count++) await memory.feedback(id, { content: 'the secret again', agrees: true })
    const { promoted } = await memory.dream({ distill: async () => 'really never' })
    expect(promoted).toHaveLength(1)
    clock.advance(60 * day)
    await memory.dream()
    expect(await contents(memory)).toEqual(['never the secret', 'really never'])
    expect(await memory.forget({ subject: 'bob' })).toMatchObject({ erased: 2, dependents: 2 })
    await memory.close()
  })

  test("a rule that a host writes takes over its sources' subjects, in the same batch too; not those that are gone", async () => {
    const { clock, open } = setUp()
    const memory = open()
    const source = memory.write({ ...pair, state: 'refine', content: 'x', subject: 'bob' })
    const rule = { space: 's', entity: 'e', state: 'accept', content: 'rule', level: 'C' } as const
    const together = memory.write({ ...rule, sources: [source.id, source.id], subject: 'carl' })
    await memory.flush()
    const later = memory.write({ ...rule, sources: [source.id, together.id] })
    await memory.flush()
    clock.advance(day)
    expect((await memory.dream()).forgotten).toBe(1)
    const late = memory.write({ ...rule, sources: [source.id] })
    const subjectsOf = async ({ id }: { id: string }) => (await memory.get(id))?.subjects
    expect(await Promise.all([together, later, late].map(subjectsOf))).toEqual([['bob'], ['bob', 'carl'], undefined])
    expect((await memory.verify()).damage).toEqual([])
    expect(await memory.forget({ subject: 'bob' })).toMatchObject({ erased: 2, dependents: 2 })
    expect(await contents(memory)).toEqual(['rule'])
    await memory.close()
  })

  test('subjects are taken over from what was written, not from a refused Megram under the same id', async () => {
    const ids = ['x', 'x', 'said']
    const memory = createMemory({ ids: () => ids.shift() ?? '' })
    await memory.write({ ...pair, state: 'accept', content: 'rule', level: 'C', subject: 'alice' }).settled
    const refused = memory.write({ ...pair, state: 'accept', content: 'other', level: 'C', subject: 'bob' })
    memory.write({ ...pair, state: 'success', content: 'said', about: 'x' })
    await expect(refused.settled).rejects.toMatchObject({ code: 'duplicate_id' })
    expect((await memory.get('said'))?.subjects).toEqual(['alice'])
    await memory.close()
  })

  test('what is about a Megram that is gone is refused; under a key that was used before it is still a repetition', async () => {
    const { open } = setUp()
    const problems: unknown[] = []
    const memory = open({ onProblem: (error: unknown) => problems.push(error) })
    const rule = memory.write({ ...pair, state: 'accept', content: 'rule', level: 'C' })
    const said = { ...pair, state: 'success', content: 'said' } as const
    await memory.write({ ...said, about: rule.id }).settled
    await memory.forget({ id: rule.id })
    const error = { code: 'unknown_megram', field: 'about' }
    await expect(memory.write({ ...said, about: rule.id }).settled).rejects.toMatchObject(error)
    expect(problems).toMatchObject([error])
    expect(await contents(memory)).toEqual([])
    const kept = memory.write({ ...said, key: 'k' })
    expect(await memory.write({ ...said, key: 'k', about: rule.id }).settled).toMatchObject({
      id: kept.id,
      duplicate: true,
    })
    await memory.close()
  })

  /** A rule, and newer episodes against it. */
  async function contradictedRule(memory: Memory): Promise<string> {
    const { id } = memory.write({ ...secretPair, state: 'accept', content: 'prefer it', level: 'C' })
    for (let count = 0; count < 2; count++) memory.write({ ...secretPair, state: 'abandon', content: 'no' })
    await memory.flush()
    return id
  }

  const secretPair = { space: 'tool:secret', entity: 'path:/secret' }

  test.each([
    ['consult', (memory: Memory) => memory.consult({ pairs: [secretPair], spaces: [] })],
    ['feedback', (memory: Memory, id: string) => memory.feedback(id, { content: 'secret', agrees: true })],
  ])('a %s under way during a forgetting brings nothing back', async (_, call) => {
    for (let head = 0; head < 30; head++) {
      const { store, open } = setUp()
      const memory = open()
      const id = await contradictedRule(memory)
      const called = call(memory, id).catch((error: unknown) => expect(error).toMatchObject({ code: 'unknown_megram' }))
      for (let turn = 0; turn < head; turn++) await null
      await Promise.all([memory.forget({ entity: secretPair.entity }), called])
      await memory.flush()
      expect(JSON.stringify(await dump(store))).not.toContain('secret')
      expect((await memory.verify()).ok).toBe(true)
      await memory.close()
    }
  })

  test('feedback on a rule that is erased before it goes down is refused', async () => {
    const { open } = setUp()
    const memory = open()
    const { id } = memory.write({ ...pair, state: 'accept', content: 'rule', level: 'C' })
    const forgotten = memory.forget({ id })
    const receipt = await memory.feedback(id, { content: 'secret', agrees: true })
    await expect(receipt.settled).rejects.toMatchObject({ code: 'unknown_megram' })
    expect((await forgotten).erased).toBe(1)
    expect(await contents(memory)).toEqual([])
    await memory.close()
  })

  test.each([{ entity: secretPair.entity }, { space: secretPair.space }, { subject: 'eve' }])(
    'a dissonance quotes neither pair nor text, and goes with forget(%j)',
    async (selector) => {
      const { store, open } = setUp()
      const memory = open()
      await contradictedRule(memory)
      memory.write({ ...secretPair, state: 'abandon', content: 'no', subject: 'eve' })
      await memory.consult({ pairs: [secretPair], spaces: [] })
      await memory.flush()
      const [dissonance] = (await contents(memory)).filter((content) => content.includes('left out'))
      expect(dissonance).toBe('Rule m-1 was left out: newer episodes say the opposite.')
      await memory.forget(selector)
      expect(await contents(memory)).not.toContain(dissonance)
      await memory.forget({ entity: secretPair.entity })
      expect(JSON.stringify(await dump(store))).not.toContain('secret')
      await memory.close()
    },
  )

  test('a dissonance that outlives its demoted rule holds nothing of its pair', async () => {
    const { clock, store, open } = setUp()
    const memory = open()
    const id = await contradictedRule(memory)
    await memory.consult({ pairs: [secretPair], spaces: [] })
    await memory.flush()
    expect((await memory.dream()).demoted).toEqual([id])
    clock.advance(44.5 * day)
    await memory.dream()
    expect(await contents(memory)).toContain('Rule m-1 was left out: newer episodes say the opposite.')
    await memory.forget({ entity: secretPair.entity })
    expect(JSON.stringify(await dump(store))).not.toContain('secret')
    await memory.close()
  })

  test('a forgetting that was aborted finds the rest when it is called again, whatever was demoted', async () => {
    const { store, open } = setUp()
    const memory = open()
    const source = memory.write({ ...pair, state: 'refine', content: 'secret' })
    const rule = memory.write({ ...secretPair, state: 'accept', content: 'secret', level: 'C', sources: [source.id] })
    for (let index = 0; index < 1010; index++) {
      memory.write({ ...pair, state: 'refine', content: 'secret', about: rule.id })
    }
    for (let count = 0; count < 2; count++) memory.write({ ...secretPair, state: 'abandon', content: 'no' })
    expect((await memory.dream()).demoted).toEqual([rule.id])
    const stopping = new AbortController()
    const batch = store.batch.bind(store)
    Object.assign(store, {
      batch() {
        stopping.abort()
        return batch()
      },
    })
    await expect(memory.forget({ id: source.id }, { signal: stopping.signal })).rejects.toThrow()
    expect(await memory.forget({ id: source.id })).toMatchObject({ erased: 12, dependents: 11 })
    expect(await contents(memory)).toEqual(['no', 'no'])
    await memory.close()
  })
})

describe('erasure', () => {
  const day = 86_400_000
  /** Incompressible, so that a compressed block holds it as it is. */
  const secret = 'Qz7#Jabber-wocky_9431~Tülgey-Wøod'
  const pair = { space: 'tool:shell', entity: 'path:/a' }

  test('over generations of files, what was forgotten by subject is in none, nor is its rule', async () => {
    const path = await temporaryDirectory()
    const clock = manualClock(1_700_000_000_000)
    const ids = sequentialIds('m')
    const open = () => openMemory({ path, clock, ids, compression: true, check: 'full' })
    const found = async () =>
      (await Promise.all([secret, encodePart(secret)].map((text) => filesWith(path, text)))).flat()
    const filler = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index} ${'lorem ipsum '.repeat(index % 60)}`)

    let memory = await open()
    for (const content of filler(200)) memory.write({ space: 's', entity: 'bulk', state: 'abandon', content })
    for (let index = 0; index < 6; index++) {
      memory.write({
        ...pair,
        state: 'abandon',
        content: `${secret} ${index}`,
        subject: secret,
        key: `${secret}${index}`,
      })
    }
    await memory.close()

    memory = await open()
    const { promoted } = await memory.dream({
      distill: async ({ entity }) => (entity === pair.entity ? `no ${secret}` : null),
    })
    await memory.feedback(promoted[0] ?? '', { content: `${secret} it is`, agrees: true })
    await memory.forget({ space: 's', entity: 'bulk' })
    for (const content of filler(150)) memory.write({ space: 's', entity: 'more', state: 'abandon', content })
    await memory.close()
    expect(await found()).not.toEqual([])

    clock.advance(60 * day)
    memory = await open()
    expect((await memory.dream()).forgotten).toBeGreaterThan(6)
    expect((await memory.rules(pair.space)).map(({ content }) => content)).toEqual([`no ${secret}`])
    await memory.close()

    memory = await open()
    for (const content of filler(50)) memory.write({ space: 's', entity: 'last', state: 'abandon', content })
    expect(await memory.forget({ subject: secret })).toEqual({ erased: 1, dependents: 1, compacted: true })
    expect(await found()).toEqual([])
    await memory.close()
    expect(await found()).toEqual([])
    memory = await open()
    expect(await memory.verify()).toEqual({ ok: true, megrams: 50, damage: [] })
    await memory.close()
    expect(await found()).toEqual([])
  })

  test('nothing of it is in an export either', async () => {
    const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
    for (let index = 0; index < 6; index++) {
      memory.write({ ...pair, state: 'abandon', content: secret, subject: secret, key: `${secret}${index}` })
    }
    await memory.dream({ distill: async () => `no ${secret}` })
    memory.write({ ...pair, state: 'abandon', content: 'other' })
    await memory.forget({ subject: secret })
    const lines: string[] = []
    for await (const line of memory.export()) lines.push(line)
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toContain(secret)
    await memory.close()
  })
})

import {
  type Consultation,
  calibrate,
  createMemory,
  decay,
  directSum,
  type MegramState,
  type Reading,
  thinking,
} from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test, vi } from 'vitest'

const day = 86_400_000
const everything = { pairs: [], spaces: ['tool:shell'] }

function memoryAt(now = 1_700_000_000_000) {
  const clock = manualClock(now)
  return { clock, memory: createMemory({ clock, ids: sequentialIds('m') }) }
}

test.each<[Reading['action'], readonly MegramState[], string, f?: number]>([
  ['caution', ['abandon', 'accept'], 'abandon 0'],
  ['caution', ['accept', 'abandon', 'accept'], 'abandon 1', 0.5],
  ['avoid', ['abandon', 'abandon', 'success'], 'abandon 1'],
  ['exploit', ['accept', 'accept', 'abandon'], 'accept 1'],
  ['caution', ['change_path', 'change_path'], 'change_path 1'],
])('the lesson is the newest that bears the action out: %s of %j', async (action, states, lesson, f) => {
  const { clock, memory } = memoryAt()
  for (const [index, state] of states.entries()) {
    memory.write({
      ...{ space: 'tool:shell', entity: 'path:/a', state, content: `${state} ${index}` },
      ...(f && state === 'accept' && { f }),
    })
    clock.advance(1)
  }
  const { readings } = await memory.consult(everything)
  expect(readings.find(({ entity }) => entity === 'path:/a')).toMatchObject({ action, lesson })
  await memory.close()
})

test('a space is read as a whole and pair by pair, ignored pairs left out', async () => {
  const { clock, memory } = memoryAt()
  memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'change_approach', content: 'rm is gated' })
  memory.write({ space: 'tool:shell', entity: 'path:/b', state: 'change_path', content: 'no such file' })
  clock.advance(1)
  memory.write({ space: 'tool:shell', entity: 'path:/c', state: 'success', content: 'worked' })
  const { readings } = await memory.consult(everything)
  expect(readings.map(({ entity, action, lesson }) => [entity, action, lesson])).toEqual([
    [null, 'caution', null],
    ['path:/a', 'avoid', 'rm is gated'],
    ['path:/c', 'exploit', 'worked'],
  ])
  await memory.close()
})

test('a query without lessons has the same potentials, and reads no Megram', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock: manualClock(1), ids: sequentialIds('m') })
  // Facts that speak neither for nor against: a lesson against the pair would be looked for among the newest 64.
  for (let index = 0; index < 70; index++) {
    memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'accept', sigma: 0, content: `${index}` })
  }
  await memory.flush()
  const read = vi.spyOn(store, 'getMany')
  const keysRead = async (lessons?: boolean) => {
    read.mockClear()
    const { readings } = await memory.consult({ ...everything, ...(lessons !== undefined && { lessons }) })
    return { readings, keys: read.mock.calls.reduce((sum, [keys]) => sum + keys.length, 0) }
  }
  const [whole, potentials] = [await keysRead(), await keysRead(false)]
  expect(potentials.readings).toEqual(whole.readings.map(({ newest: _, ...one }) => ({ ...one, lesson: null })))
  expect([whole.keys > 64, potentials.keys < 8]).toEqual([true, true])
  await memory.close()
})

test('an explicit pair is read even when there is nothing to say', async () => {
  const { memory } = memoryAt()
  const { readings } = await memory.consult({ pairs: [{ space: 'intent:x', entity: 'env:local' }], spaces: [] })
  expect(readings).toEqual([
    { space: 'intent:x', entity: 'env:local', attention: 0, decision: 0, action: 'ignore', lesson: null },
  ])
  await memory.close()
})

test('consultation and calibration survive JSON', async () => {
  const { memory } = memoryAt()
  memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'abandon', content: 'x' })
  memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'abandon', content: 'rule', level: 'C' })
  const consultation = await memory.consult(everything)
  expect(JSON.parse(JSON.stringify(consultation))).toEqual(consultation)
  expect(JSON.parse(JSON.stringify(calibrate(consultation)))).toEqual(calibrate(consultation))
  await memory.close()
})

test('fresh evidence against a rule leaves it out and appends one dissonance for each piece of evidence', async () => {
  const { clock, memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  const { id } = memory.write({ ...pair, state: 'accept', content: 'always use it', level: 'C' })
  expect(calibrate(await memory.consult(everything)).shouldPrefer.map(({ source }) => source)).toEqual(['rule'])
  clock.advance(day)
  memory.write({ ...pair, state: 'abandon', content: 'it broke' })
  for (let round = 0; round < 3; round++) {
    const consultation = await memory.consult(everything)
    expect(consultation.rules.map(({ suppressed }) => suppressed)).toEqual([true])
    const { mustNot, shouldPrefer, caution } = calibrate(consultation)
    expect(shouldPrefer).toEqual([])
    expect(mustNot.map(({ source }) => source)).toEqual(['episodes'])
    expect(caution.map(({ source, entity }) => [source, entity])).toEqual([['episodes', null]])
  }
  await memory.flush()
  const dissonance = { space: 'memory:dissonance', entity: `rule:${id}` }
  expect(await memory.recent(dissonance.space, dissonance.entity, 9)).toHaveLength(1)
  memory.write({ ...pair, state: 'abandon', content: 'again' })
  await memory.consult(everything)
  await memory.flush()
  expect(await memory.recent(dissonance.space, dissonance.entity, 9)).toHaveLength(2)
  await memory.close()
})

test('evidence older than the rule does not suppress it', async () => {
  const { clock, memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  memory.write({ ...pair, state: 'abandon', content: 'it broke' })
  clock.advance(day)
  memory.write({ ...pair, state: 'accept', content: 'always use it', level: 'C' })
  memory.write({ ...pair, state: 'abandon', content: 'reported late', at: clock.now() - day })
  const { rules } = await memory.consult(everything)
  expect(rules.map(({ suppressed }) => suppressed)).toEqual([false])
  await memory.close()
})

test('a rule that the newest episode agrees with stands, whatever the older ones weigh', async () => {
  const { memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  for (let count = 0; count < 3; count++) memory.write({ ...pair, state: 'abandon', content: 'it broke' })
  memory.write({ ...pair, state: 'accept', content: 'fixed: use it', level: 'C' })
  memory.write({ ...pair, state: 'success', content: 'worked' })
  const suppressed = async () => (await memory.consult(everything)).rules.map((hit) => hit.suppressed)
  expect(await suppressed()).toEqual([false])
  memory.write({ ...pair, state: 'change_path', content: 'says nothing of it' })
  expect(await suppressed()).toEqual([false])
  memory.write({ ...pair, state: 'abandon', content: 'broke again' })
  expect(await suppressed()).toEqual([true])
  await memory.close()
})

const old = ['abandon', 'abandon', 'abandon'] as const

test.each<[string, 'accept' | 'abandon', readonly MegramState[], readonly (MegramState | Fact | Weak)[], boolean]>([
  ['nothing since', 'accept', old, [], false],
  ['one episode against it', 'accept', [], ['abandon'], true],
  ['one episode against a constraint', 'abandon', [], ['accept'], true],
  ['one episode for a constraint', 'abandon', [], ['abandon'], false],
  ['facts alone', 'accept', [], [{ fact: 'abandon' }, { fact: 'abandon' }], false],
  ['facts alone, for a constraint', 'abandon', [], [{ fact: 'accept' }], false],
  ['an episode, then a fact for the rule', 'accept', old, ['abandon', { fact: 'success' }], true],
  ['an episode, then one without an opinion', 'accept', [], ['abandon', 'change_path'], true],
  ['ten against it, then one for it', 'accept', [], [...Array(10).fill('abandon'), 'success'], true],
  ['one for it, old ones against it', 'accept', old, ['success'], false],
  ['one for it, then a faint one against it, old ones too', 'accept', old, ['success', { faint: 'abandon' }], false],
  ['one against it, then two for it, old ones against', 'accept', old, ['abandon', 'success', 'success'], false],
  ['one against it, many more for it', 'accept', [], ['abandon', 'success', 'success'], false],
])('rule and evidence: %s (%s)', async (_, state, before, since, suppressed) => {
  const { clock, memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  for (const one of before) memory.write({ ...pair, state: one, content: 'old' })
  clock.advance(1)
  const { id } = memory.write({ ...pair, state, content: 'rule', level: 'C' })
  for (const one of since) {
    clock.advance(1)
    if (typeof one === 'string') memory.write({ ...pair, state: one, content: 'new' })
    else if ('fact' in one) memory.remember({ ...pair, state: one.fact, content: 'fact' })
    else memory.write({ ...pair, state: one.faint, f: 0.1, content: 'faint' })
  }
  expect((await memory.consult(everything)).rules).toMatchObject([{ id, suppressed }])
  await memory.close()
})

interface Fact {
  readonly fact: MegramState
}
interface Weak {
  readonly faint: MegramState
}

test('a demoted rule is no evidence against another', async () => {
  const { clock, memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a', content: 'x' }
  const { id } = memory.write({ ...pair, state: 'accept', level: 'C', f: 0.5 })
  clock.advance(1)
  const constraint = memory.write({ ...pair, state: 'abandon', level: 'C', f: 0.8 })
  memory.write({ ...pair, state: 'success', f: 0.3, k: 50 })
  memory.write({ ...pair, state: 'success', f: 0.6, k: 50 })
  expect((await memory.dream()).demoted).toEqual([constraint.id])
  clock.advance(day)
  expect((await memory.potentials(pair.space, pair.entity)).action).toBe('avoid')
  expect((await memory.consult(everything)).rules).toMatchObject([{ id, suppressed: false }])
  await memory.close()
})

test('where the live action contradicts a rule at most 64 episodes are read, else none', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock: manualClock(1000), ids: sequentialIds('m') })
  for (const [entity, state] of [
    ['a', 'abandon'],
    ['b', 'success'],
  ] as const) {
    memory.write({ space: 's', entity, state: 'accept', content: 'rule', level: 'C' })
    for (let count = 0; count < 200; count++) memory.write({ space: 's', entity, state, content: 'x' })
  }
  await memory.flush()
  const getMany = vi.spyOn(store, 'getMany')
  const readsFor = async (entity: string) => {
    getMany.mockClear()
    const { rules } = await memory.consult({ pairs: [{ space: 's', entity }], spaces: [] })
    const reads = getMany.mock.calls.flatMap(([keys]) => keys).length
    await memory.flush()
    return { suppressed: rules[0]?.suppressed, reads }
  }
  const [contradicted, agreeing] = [await readsFor('a'), await readsFor('b')]
  expect([contradicted.suppressed, agreeing.suppressed]).toEqual([true, false])
  expect(contradicted.reads).toBeGreaterThanOrEqual(64)
  expect(contradicted.reads).toBeLessThan(74)
  expect(agreeing.reads).toBeLessThan(10)
  await memory.close()
})

test('a dissonance stays as long as its evidence, and is not recorded a second time', async () => {
  const { clock, memory } = memoryAt()
  const pair = { space: 'tool:shell', entity: 'path:/a' }
  const { id } = memory.write({ ...pair, state: 'accept', content: 'always use it', level: 'C', f: 1 })
  clock.advance(1)
  for (let count = 0; count < 2; count++) memory.write({ ...pair, state: 'abandon', content: 'it broke', f: 0.49 })
  const recorded = async () => {
    await memory.consult(everything)
    await memory.flush()
    return (await memory.recent('memory:dissonance', `rule:${id}`, 9)).map(({ id }) => id)
  }
  const first = await recorded()
  expect(first).toHaveLength(1)
  clock.advance(8 * day)
  await memory.dream()
  expect(await recorded()).toEqual(first)
  clock.advance(24 * day)
  expect((await memory.dream()).forgotten).toBe(3)
  await memory.close()
})

test('an aborted consultation rejects and marks nothing', async () => {
  const { memory } = memoryAt()
  const { id } = memory.write({ space: 'tool:shell', entity: 'e', state: 'accept', content: 'rule', level: 'C' })
  await expect(memory.consult(everything, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
  await memory.flush()
  expect((await memory.get(id))?.recalledAt).toBeNull()
  await memory.close()
})

const reading = (entity: string, decision: number, attention = 1): Reading => ({
  space: 'tool:shell',
  entity,
  attention,
  decision,
  action: attention < 0.5 ? 'ignore' : decision > 0.2 ? 'exploit' : decision < -0.2 ? 'avoid' : 'caution',
  lesson: null,
})
const rule = { id: 'r', space: 's', entity: 'e', text: 'rule', f: 0.9, at: 0, sources: [], suppressed: false }

test('actions and rules map to the three lists, and nothing else is in them', () => {
  const consultation: Consultation = {
    readings: [reading('a', -1), reading('b', 1), reading('c', 0), reading('d', -1, 0.4)],
    rules: [
      { ...rule, sigma: 1, text: 'do' },
      { ...rule, sigma: 0, text: 'do not' },
      { ...rule, sigma: 1, text: 'outdated', suppressed: true },
    ],
  }
  const { mustNot, shouldPrefer, caution } = calibrate(consultation)
  expect(mustNot.map(({ source, text }) => [source, text])).toEqual([
    ['rule', 'do not'],
    ['episodes', 'tool:shell a: avoid'],
  ])
  expect(shouldPrefer.map(({ text }) => text)).toEqual(['do', 'tool:shell b: exploit'])
  expect(caution.map(({ entity }) => entity)).toEqual(['c'])
})

test('nothing is learnt from nothing', () => {
  expect(calibrate({ readings: [], rules: [] })).toEqual({ mustNot: [], shouldPrefer: [], caution: [] })
})

test('what a whole space sums up to is a caution, behind those of its pairs, and never a MUST NOT', () => {
  const whole = (space: string, decision: number): Reading => ({ ...reading('', decision), space, entity: null })
  const { mustNot, shouldPrefer, caution } = calibrate({
    readings: [
      whole('tool:shell', -9),
      whole('tool:glob', 9),
      whole('tool:grep', 0),
      reading('a', -1),
      reading('b', 0),
    ],
    rules: [],
  })
  expect(mustNot.map(({ entity }) => entity)).toEqual(['a'])
  expect(shouldPrefer.map(({ space, entity }) => [space, entity])).toEqual([['tool:glob', null]])
  expect(caution.map(({ space, entity }) => [space, entity])).toEqual([
    ['tool:grep', null],
    ['tool:shell', 'b'],
    ['tool:shell', null],
  ])
})

test('nine bad files forbid nine files, and leave the tool', async () => {
  const { memory } = memoryAt()
  const files = Array.from({ length: 9 }, (_, index) => `path:bad${index}`)
  for (const entity of files) memory.write({ space: 'tool:read_file', entity, state: 'abandon', content: 'unreadable' })
  const consultation = await memory.consult({ pairs: [], spaces: ['tool:read_file'] })
  expect(consultation.readings).toHaveLength(10)
  const { mustNot, shouldPrefer, caution } = calibrate(consultation)
  expect(mustNot.map(({ entity }) => entity).sort()).toEqual(files)
  expect(shouldPrefer).toEqual([])
  expect(caution).toMatchObject([{ space: 'tool:read_file', entity: null, text: 'unreadable', source: 'episodes' }])
  await memory.close()
})

test('the limit keeps rules and then the heaviest decisions, over all lists', () => {
  const readings = Array.from({ length: 30 }, (_, index) => reading(`e${index}`, (index % 2 ? 1 : -1) * (0.3 + index)))
  const consultation = { readings, rules: [{ ...rule, sigma: 1 }] }
  const of = (limit?: number) => {
    const { mustNot, shouldPrefer, caution } = calibrate(consultation, limit === undefined ? {} : { limit })
    return [...mustNot, ...shouldPrefer, ...caution].map(({ entity }) => entity)
  }
  expect(of()).toHaveLength(10)
  expect(of(3).sort()).toEqual(['e', 'e28', 'e29'])
  expect(of(0)).toEqual([])
  expect(() => of(-1)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
})

test('no write reaches the laws', () => {
  expect(() => {
    ;(thinking.laws as unknown as { text: string }[]).splice(0)
  }).toThrow(TypeError)
  expect(() => {
    ;(thinking.laws[0] as { text: string }).text = 'Deceive.'
  }).toThrow(TypeError)
  expect(thinking.laws.map(({ law }) => law)).toEqual([0, 1, 2, 3])
})

test('consulting a space of 500 failing targets costs and says little, and gives the strongest', async () => {
  const clock = manualClock(1_700_000_000_000)
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock })
  for (let index = 0; index < 500; index++) {
    memory.write({ space: 'tool:shell', entity: `path:/${index}`, state: 'abandon', content: `failed ${index}` })
    if (index === 249) clock.advance(3_600_000)
  }
  for (let more = 0; more < 3; more++) {
    memory.write({ space: 'tool:shell', entity: 'path:/7', state: 'abandon', content: 'failed again' })
  }
  await memory.flush()
  const query = { pairs: [], spaces: ['tool:shell'] }
  const reads = readsOf(store)
  const { readings } = await memory.consult(query)
  expect(reads()).toBeGreaterThan(50)
  expect(reads()).toBeLessThan(200)
  expect(readings).toHaveLength(51)
  expect(readings[0]).toMatchObject({ entity: null, action: 'avoid', lesson: 'failed again' })
  expect(readings[0]?.attention).toBeCloseTo(0.95 * (253 + 250 * decay(0.05, 3_600_000)), 6)
  expect(readings[1]).toMatchObject({ entity: 'path:/7', action: 'avoid' })
  expect(JSON.stringify(readings).length).toBeLessThan(20_000)
  expect((await memory.consult({ ...query, limit: 3 })).readings).toHaveLength(4)
  expect((await memory.consult({ ...query, limit: 10_000 })).readings).toHaveLength(501)
  await expect(memory.consult({ ...query, limit: -1 })).rejects.toMatchObject({ code: 'invalid_query', field: 'limit' })
  clock.advance(13 * 86_400_000)
  expect((await memory.consult(query)).readings.map(({ entity }) => entity)).toEqual([null, 'path:/7'])
  await memory.close()
})

/** Counts the values that are read from a store, by key or by range. */
function readsOf(store: MemoryLevel<string, string>): () => number {
  let count = 0
  const [get, getMany, iterator] = [store.getSync.bind(store), store.getMany.bind(store), store.iterator.bind(store)]
  Object.assign(store, {
    getSync(...given: Parameters<typeof get>) {
      count++
      return get(...given)
    },
    getMany(keys: string[], options: object) {
      count += keys.length
      return getMany(keys, options)
    },
    iterator(options: object) {
      const entries = iterator(options)
      const all = async () => {
        const found = await entries.all()
        count += found.length
        return found
      }
      return { all }
    },
  })
  return () => count
}

test("a space's lesson is its newest Megram that is left, and its sum the direct sum of what is left", async () => {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  for (let index = 1; index <= 9; index++, clock.advance(3_600_000)) {
    memory.write({ space: 's', entity: `e${index % 4}`, state: 'abandon', content: `${index}`, subject: `u${index}` })
  }
  const whole = async () => (await memory.consult({ pairs: [], spaces: ['s'] })).readings[0]
  for (const newest of [9, 8, 7]) {
    expect(await whole()).toMatchObject({ lesson: `${newest}` })
    await memory.forget({ subject: `u${newest}` })
  }
  const left = []
  for await (const megram of memory.megrams({ space: 's' })) left.push({ ...megram, anchor: megram.at })
  expect((await whole())?.attention).toBeCloseTo(directSum(left, clock.now()).attention, 9)
  await memory.forget({ space: 's' })
  expect(await whole()).toMatchObject({ attention: 0, lesson: null })
  expect(await memory.verify()).toEqual({ ok: true, megrams: 0, damage: [] })
  await memory.close()
})

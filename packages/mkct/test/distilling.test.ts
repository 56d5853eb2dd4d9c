import { createMemory, type Evidence } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test, vi } from 'vitest'
import { contents, day, exported, gather, pair, setUp } from './support/dreams.js'

test('without a distill function nothing is promoted; one that fails, gives nothing or blanks is reported', async () => {
  const { memory } = setUp()
  await gather(memory, 6, 'accept', 'good')
  expect((await memory.dream()).promoted).toEqual([])
  const failing = await memory.dream({ distill: () => Promise.reject(new Error('model down')) })
  expect(failing.problems).toEqual([{ ...pair, code: 'distill_failed', message: 'model down' }])
  expect((await memory.dream({ distill: async () => null })).problems).toEqual([])
  const { problems } = await memory.dream({ distill: async () => ' ' })
  expect(problems).toMatchObject([{ ...pair, code: 'empty_rule' }])
  const broke = () => Promise.reject(new ArtooError('budget_exhausted', 'no tokens left'))
  const { problems: spent } = await memory.dream({ distill: broke })
  expect(spent).toEqual([{ ...pair, code: 'budget_exhausted', message: 'no tokens left' }])
  expect(await memory.rules(pair.space)).toEqual([])
  await memory.close()
})

test('a rule is not kept when a source is erased while it is being distilled', async () => {
  const { memory } = setUp()
  await gather(memory, 6, 'accept', 'good')
  const distill = async ({ megrams }: Evidence) => {
    await memory.forget({ id: megrams[0]?.id ?? '' })
    return 'rule that quotes it'
  }
  const { promoted, problems } = await memory.dream({ distill })
  expect([promoted, problems]).toMatchObject([[], [{ ...pair, code: 'source_erased' }]])
  await memory.close()
})

test('a rule that the store refuses is a problem of its pair', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock: manualClock(0), ids: sequentialIds('m') })
  await gather(memory, 6, 'accept', 'good')
  const distill = async () => {
    vi.spyOn(store, 'batch').mockImplementationOnce(() => {
      throw new Error('disk full')
    })
    return 'rule'
  }
  const { promoted, problems } = await memory.dream({ distill })
  expect([promoted, problems]).toEqual([[], [{ ...pair, code: 'rule_not_written', message: 'disk full' }]])
  expect((await memory.dream({ distill: async () => 'rule' })).promoted).toHaveLength(1)
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('a store that refuses everything ends the cycle, and the error reports what was done', async () => {
  const store = new MemoryLevel<string, string>()
  const clock = manualClock(0)
  const memory = createMemory({ store, clock, ids: sequentialIds('m') })
  memory.write({ space: 's', entity: 'e', state: 'refine', content: 'habit' })
  clock.advance(day)
  await gather(memory, 6, 'accept', 'good')
  const distill = vi.fn(async ({ space }: Evidence) => {
    for await (const key of store.keys()) if (key.endsWith(' h ')) await store.put(key, 'changed')
    return `rule of ${space}`
  })
  for (let count = 0; count < 6; count++) memory.write({ ...pair, entity: 'other', state: 'accept', content: 'good' })
  await expect(memory.dream({ distill })).rejects.toMatchObject({
    code: 'store_changed',
    field: 'store',
    cause: { error: { code: 'store_changed' }, report: { forgotten: 1, promoted: [], problems: [], aborted: false } },
  })
  expect(distill).toHaveBeenCalledOnce()
  await memory.close()
})

test('an error of the store ends the cycle with the code dream_failed, its cause and the report', async () => {
  const store = new MemoryLevel<string, string>()
  const clock = manualClock(0)
  const memory = createMemory({ store, clock, ids: sequentialIds('m') })
  await memory.write({ ...pair, state: 'refine', content: 'habit' }).settled
  clock.advance(day)
  const full = new Error('disk full')
  vi.spyOn(store, 'batch').mockImplementationOnce(() => {
    throw full
  })
  const report = expect.objectContaining({ forgotten: 0, aborted: false })
  const failed = { code: 'dream_failed', message: 'disk full', cause: { error: full, report } }
  await expect(memory.dream()).rejects.toMatchObject(failed)
  expect((await memory.dream()).forgotten).toBe(1)
  await memory.close()
})

test('an aborted cycle stops between steps, abandons a deaf distillation and reports what it did', async () => {
  const { clock, memory } = setUp()
  memory.write({ space: 's', entity: 'e', state: 'refine', content: 'habit' })
  clock.advance(day)
  await gather(memory, 6, 'accept', 'good')
  const controller = new AbortController()
  const distill = () => {
    controller.abort()
    return new Promise<string>(() => {})
  }
  const report = await memory.dream({ distill, signal: controller.signal })
  expect(report).toMatchObject({ forgotten: 1, promoted: [], aborted: true })
  await memory.close()
})

test('two cycles at once ask for a rule once and make one', async () => {
  const { memory } = setUp()
  await gather(memory, 6, 'abandon', 'bad')
  const answers: ((text: string) => void)[] = []
  const distill = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const first = memory.dream({ distill })
  await vi.waitFor(() => expect(distill).toHaveBeenCalledOnce())
  const second = await memory.dream({ distill })
  expect([second.promoted, second.problems]).toEqual([[], []])
  answers[0]?.('rule')
  expect((await first).promoted).toHaveLength(1)
  expect((await memory.dream({ distill })).promoted).toEqual([])
  expect(distill).toHaveBeenCalledOnce()
  expect(await contents(memory, 'C')).toEqual(['rule'])
  await memory.close()
})

test('evidence that an import brings a rule for while it is being distilled gets no second one', async () => {
  const { clock, memory } = setUp()
  await gather(memory, 6, 'abandon', 'bad')
  const copy = createMemory({ clock, ids: sequentialIds('copy') })
  await copy.import(await exported(memory))
  await copy.dream({ distill: async () => 'rule of the copy' })
  const distill = async () => {
    await memory.import(await exported(copy))
    return 'rule'
  }
  expect(await memory.dream({ distill })).toMatchObject({ promoted: [], problems: [] })
  expect(await contents(memory, 'C')).toEqual(['rule of the copy'])
  await Promise.all([memory.close(), copy.close()])
})

test('a function that finds no rule, or none that can be kept, is asked again only when there is more evidence', async () => {
  const { memory } = setUp()
  await gather(memory, 6, 'abandon', 'bad')
  for (const useless of [null, '', 'x'.repeat(65_537)]) {
    const distill = vi.fn(async () => useless)
    const { problems } = await memory.dream({ distill })
    expect(problems).toHaveLength(useless === null ? 0 : 1)
    expect((await memory.dream({ distill })).problems).toEqual([])
    expect(distill).toHaveBeenCalledOnce()
    await gather(memory, 1, 'abandon', 'one more')
    await memory.dream({ distill })
    expect(distill).toHaveBeenCalledTimes(2)
  }
  const failing = vi.fn(() => Promise.reject(new Error('model down')))
  await memory.dream({ distill: failing })
  await memory.dream({ distill: failing })
  expect(failing).toHaveBeenCalledTimes(2)
  await memory.close()
})

test('a rule keeps its sources and their subjects whatever distill does to the evidence', async () => {
  const { memory } = setUp()
  for (let count = 0; count < 6; count++) memory.write({ ...pair, state: 'abandon', content: 'bad', subject: 'alice' })
  const distill = async ({ megrams }: Evidence) => {
    for (const megram of megrams) Object.assign(megram, { id: 'nobody', subject: undefined })
    Object.assign(megrams, { length: 0 })
    return 'rule'
  }
  const { promoted } = await memory.dream({ distill })
  const rule = await memory.get(promoted[0] ?? '')
  expect([rule?.sources?.length, rule?.subjects]).toEqual([6, ['alice']])
  await memory.close()
})

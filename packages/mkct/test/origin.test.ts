import { calibrate, createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { exported, gather, pair, setUp } from './support/dreams.js'
import { dump } from './support/stores.js'

describe('origin', () => {
  const abandoned = { ...pair, state: 'abandon', content: 'no' } as const

  test('who wrote a Megram is shown wherever it is, and kept through export, import and repair', async () => {
    const { clock, memory } = setUp()
    const { id } = memory.write({ ...abandoned, origin: 'R7/task-1' })
    memory.remember({ ...pair, content: 'fact', origin: 'host' })
    memory.write({ ...pair, state: 'abandon', content: 'rule', level: 'C', origin: 'ann' })
    const copy = createMemory({ clock, ids: sequentialIds('n') })
    await copy.import(await exported(memory))
    for (const one of [memory, copy]) {
      expect(await one.repair()).toMatchObject({ lost: 0 })
      expect(await one.get(id)).toMatchObject({ content: 'no', origin: 'R7/task-1' })
      expect((await one.recent(pair.space, pair.entity, 9)).map(({ origin }) => origin)).toEqual(['host', 'R7/task-1'])
      const { contributions } = await one.explain(pair.space, pair.entity)
      expect(contributions.map(({ megram }) => megram.origin)).toEqual(['R7/task-1', 'host'])
      expect(await one.verify()).toMatchObject({ ok: true, megrams: 3 })
    }
    expect(await copy.import(await exported(memory))).toEqual({ imported: 0, skipped: 3 })
    const others = (await exported(memory)).map((line) => line.replace('R7/task-1', 'R7/task-2'))
    await expect(copy.import(others)).rejects.toMatchObject({ code: 'import_conflict' })
    await Promise.all([memory.close(), copy.close()])
  })

  test('a consultation tells it, and so do the constraints made of it', async () => {
    const { memory } = setUp()
    memory.write({ ...abandoned, origin: 'R7/task-1' })
    memory.write({ ...pair, state: 'abandon', content: 'rule', level: 'C', origin: 'ann' })
    memory.write({ space: 'tool:old', entity: 'path:/b', state: 'abandon', content: 'unsigned' })
    const consultation = await memory.consult({ pairs: [pair], spaces: ['tool:old'] })
    expect(consultation.readings[0]).toMatchObject({ lesson: 'no', origin: 'R7/task-1' })
    expect(consultation.rules).toMatchObject([{ text: 'rule', origin: 'ann' }])
    const { mustNot } = calibrate(consultation)
    const said = mustNot.map(({ text, origin }) => [text, origin])
    expect(said).toEqual(
      expect.arrayContaining([
        ['rule', 'ann'],
        ['no', 'R7/task-1'],
        ['unsigned', undefined],
      ]),
    )
    expect(consultation.readings.filter((reading) => 'origin' in reading)).toHaveLength(1)
    await memory.close()
  })

  test('a rule that a dream distilled comes from the dreamer', async () => {
    const { memory } = setUp()
    await gather(memory, 6, 'abandon', 'bad')
    await memory.dream({ distill: async () => 'never' })
    expect(await memory.rules(pair.space)).toMatchObject([{ content: 'never', origin: 'dreamer' }])
    await memory.close()
  })

  test.each([[''], [7], ['x'.repeat(8193)], ['\ud800']])('an origin that is no such text is refused (%#)', (origin) => {
    const write = () => setUp().memory.write({ ...abandoned, origin: origin as string })
    expect(write).toThrow(expect.objectContaining({ code: 'invalid_megram', field: 'origin' }))
  })

  test('a Megram without one is written as ever: what was stored before opens and is proved', async () => {
    const store = new MemoryLevel<string, string>()
    const memory = createMemory({ store, clock: manualClock(1), ids: sequentialIds('m') })
    await memory.write(abandoned).settled
    expect(JSON.stringify(await dump(store))).not.toContain('origin')
    await memory.close()
    const again = createMemory({ store, clock: manualClock(1), check: 'full' })
    await again.write({ ...abandoned, origin: 'R7/task-1' }).settled
    expect(await again.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
    await again.close()
  })
})

describe('a dream at a wrong time', () => {
  test('nothing is forgotten while the clock is more than a year ahead of all that happened', async () => {
    const { clock, memory } = setUp()
    const year = 365 * 86_400_000
    const right = clock.now()
    await gather(memory, 6, 'abandon', 'bad')
    clock.advance(Date.UTC(2099, 0, 1) - right)
    await expect(memory.dream()).rejects.toMatchObject({ code: 'clock_jump', field: 'clock' })
    expect((await memory.summary()).megrams).toBe(6)
    await memory.close()
    const silent = setUp()
    await gather(silent.memory, 6, 'abandon', 'bad')
    silent.clock.advance(year)
    expect((await silent.memory.dream()).forgotten).toBe(6)
    silent.clock.advance(year + 1)
    await expect(silent.memory.dream()).rejects.toMatchObject({ code: 'clock_jump' })
    await silent.memory.write({ ...pair, state: 'accept', content: 'the clock is right' }).settled
    expect(await silent.memory.dream()).toMatchObject({ forgotten: 0, aborted: false })
    await silent.memory.close()
  })
})

import { createDreamer, createMemory, type Evidence, type Memory } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test, vi } from 'vitest'
import { contents, day, exported, gather, pair, setUp } from './support/dreams.js'

describe('dreamer', () => {
  test('the dreamer runs on the injected timer, reports, survives a failing cycle and leaves no timer behind', async () => {
    const clock = manualClock(0)
    const report = { startedAt: 0, endedAt: 0, forgotten: 0, demoted: [], promoted: [], problems: [], aborted: false }
    const dream = vi.fn<Memory['dream']>().mockResolvedValue(report).mockRejectedValueOnce(new Error('store gone'))
    const onReport = vi.fn()
    const onProblem = vi.fn()
    const dreamer = createDreamer({ dream }, { clock, intervalMs: 1000, onReport, onProblem })
    dreamer.start()
    dreamer.start()
    expect(clock.pending).toBe(1)
    clock.advance(999)
    expect(dream).not.toHaveBeenCalled()
    clock.advance(1)
    await vi.waitFor(() => expect(clock.pending).toBe(1))
    expect(onProblem).toHaveBeenCalledOnce()
    clock.advance(1000)
    await vi.waitFor(() => expect(onReport).toHaveBeenCalledWith(report))
    await vi.waitFor(() => expect(clock.pending).toBe(1))
    await dreamer.stop()
    expect(clock.pending).toBe(0)
    expect(dream).toHaveBeenCalledTimes(2)
  })

  test('stopping the dreamer aborts the cycle under way and waits for its end', async () => {
    const clock = manualClock(0)
    let ended = false
    const memory: Pick<Memory, 'dream'> = {
      dream: ({ signal } = {}) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            ended = true
            resolve({ startedAt: 0, endedAt: 0, forgotten: 0, demoted: [], promoted: [], problems: [], aborted: true })
          })
        }),
    }
    const dreamer = createDreamer(memory, { clock, intervalMs: 10 })
    dreamer.start()
    clock.advance(10)
    await new Promise((resolve) => setImmediate(resolve))
    await dreamer.stop()
    expect(ended).toBe(true)
    expect(clock.pending).toBe(0)
  })

  test('stopped while a rule is being distilled the dreamer reports what it did, and the memory goes on', async () => {
    const { clock, memory } = setUp()
    memory.write({ space: 's', entity: 'e', state: 'refine', content: 'habit' })
    await gather(memory, 6, 'accept', 'good')
    const onReport = vi.fn()
    const distill = vi.fn(() => new Promise<string>(() => {}))
    const dreamer = createDreamer(memory, { clock, intervalMs: 1000, distill, onReport })
    dreamer.start()
    clock.advance(1000)
    await vi.waitFor(() => expect(distill).toHaveBeenCalledOnce(), 60_000)
    await dreamer.stop()
    expect(onReport).toHaveBeenCalledWith(expect.objectContaining({ forgotten: 1, promoted: [], aborted: true }))
    expect(clock.pending).toBe(0)
    expect((await memory.dream({ distill: async () => 'rule' })).promoted).toHaveLength(1)
    await memory.close()
  })

  test.each(['between cycles', 'during a cycle'])(
    'a dreamer whose memory was closed %s leaves no timer behind, and can be told to stop',
    async (when) => {
      const { clock, memory } = setUp()
      await gather(memory, 6, 'accept', 'good')
      const onProblem = vi.fn()
      const distill = vi.fn(() => new Promise<string>(() => {}))
      const dreamer = createDreamer(memory, { clock, intervalMs: 1000, distill, onProblem })
      dreamer.start()
      if (when === 'during a cycle') {
        clock.advance(1000)
        await vi.waitFor(() => expect(distill).toHaveBeenCalledOnce())
      }
      await memory.close()
      await vi.waitFor(() => expect(clock.pending).toBe(1))
      clock.advance(1000)
      await vi.waitFor(() => expect(onProblem).toHaveBeenCalledOnce())
      await new Promise((resolve) => setImmediate(resolve))
      expect(onProblem.mock.calls).toEqual([[expect.objectContaining({ code: 'closed' })]])
      expect(clock.pending).toBe(0)
      await dreamer.stop()
    },
  )

  test('callbacks of the dreamer that throw stop no cycle; what onReport throws goes to onProblem', async () => {
    const report = { startedAt: 0, endedAt: 0, forgotten: 0, demoted: [], promoted: [], problems: [], aborted: false }
    const dream = vi.fn<Memory['dream']>().mockResolvedValue(report).mockRejectedValueOnce(new Error('store gone'))
    const failing = new Error('host')
    const told = vi.fn((_: unknown) => {
      throw failing
    })
    const dreamer = createDreamer({ dream }, { clock: manualClock(0), onReport: told, onProblem: told })
    await expect(dreamer.dream()).rejects.toThrow('store gone')
    expect(await dreamer.dream()).toEqual(report)
    expect(await dreamer.dream()).toEqual(report)
    await dreamer.stop()
    expect(told.mock.calls.map(([given]) => given)).toEqual([expect.any(Error), report, failing, report, failing])
  })

  const idle = { startedAt: 0, endedAt: 0, forgotten: 0, demoted: [], promoted: [], problems: [] }

  /** A memory whose cycles last until they are released, whether aborted or not. */
  function slowMemory() {
    const cycles: { readonly signal: AbortSignal | undefined; readonly release: () => void }[] = []
    const memory: Pick<Memory, 'dream'> = {
      dream: ({ signal } = {}) =>
        new Promise((resolve) => {
          const release = () => resolve({ ...idle, aborted: signal?.aborted ?? false })
          cycles.push({ signal, release })
        }),
    }
    return { cycles, memory }
  }

  test('started again before a stop has ended, the dreamer obeys the next stop', async () => {
    const clock = manualClock(0)
    const { cycles, memory } = slowMemory()
    const dreamer = createDreamer(memory, { clock, intervalMs: 10 })
    dreamer.start()
    clock.advance(10)
    await vi.waitFor(() => expect(cycles).toHaveLength(1))
    const first = dreamer.stop()
    dreamer.start()
    clock.advance(10)
    cycles[0]?.release()
    await first
    await vi.waitFor(() => expect(cycles).toHaveLength(2))
    expect(cycles.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    const second = dreamer.stop()
    expect(cycles[1]?.signal?.aborted).toBe(true)
    cycles[1]?.release()
    await second
    await new Promise((resolve) => setImmediate(resolve))
    expect([clock.pending, cycles.length]).toEqual([0, 2])
  })

  test('a cycle asked for right after stop() runs, and a stop also ends one that was asked for before the start', async () => {
    const { cycles, memory } = slowMemory()
    const clock = manualClock(0)
    const dreamer = createDreamer(memory, { clock, intervalMs: 10 })
    const stopped = dreamer.stop()
    const cycle = dreamer.dream()
    await stopped
    await vi.waitFor(() => expect(cycles).toHaveLength(1))
    expect(cycles[0]?.signal?.aborted).toBe(false)
    dreamer.start()
    const again = dreamer.stop()
    cycles[0]?.release()
    expect((await cycle).aborted).toBe(true)
    await again
    expect(clock.pending).toBe(0)
  })

  test('a signal ends the wait for a cycle that does not end', async () => {
    const { memory } = setUp()
    await gather(memory, 6, 'accept', 'good')
    const distill = vi.fn(() => new Promise<string>(() => {}))
    const dreamer = createDreamer(memory, { distill })
    const stuck = dreamer.dream()
    await vi.waitFor(() => expect(distill).toHaveBeenCalledOnce())
    const controller = new AbortController()
    const waiting = dreamer.dream({ signal: controller.signal })
    controller.abort()
    expect((await waiting).aborted).toBe(true)
    await dreamer.stop()
    expect((await stuck).aborted).toBe(true)
    await memory.close()
  })
})

describe('promotion', () => {
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
})

describe('distilling', () => {
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
    for (let count = 0; count < 6; count++)
      memory.write({ ...pair, state: 'abandon', content: 'bad', subject: 'alice' })
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
})

describe('dissonance', () => {
  const everything = { pairs: [], spaces: ['tool:shell'] }

  const contradicted = { space: 'tool:shell', entity: 'path:/a' }

  /** A rule and newer episodes against it, so that consulting records a dissonance. */
  async function contradict(memory: Memory, key?: string): Promise<string> {
    const { id } = memory.write({ ...contradicted, state: 'accept', content: 'rule', level: 'C' })
    memory.write({ ...contradicted, state: 'abandon', content: 'no' })
    memory.write({ ...contradicted, state: 'abandon', content: 'no', ...(key !== undefined && { key }) })
    await memory.flush()
    return id
  }

  test.each([
    ['the rule has so long an id that no dissonance can name it', ['r'.repeat(8190), 'a', 'b', 'c'], 'invalid_megram'],
    ['ids are used up', ['r', 'a', 'b'], 'no_ids'],
  ])('consulting works when %s; onProblem is told', async (_, ids, code) => {
    const problems: unknown[] = []
    const next = () => {
      const id = ids.shift()
      if (id === undefined) throw new ArtooError('no_ids', 'none left')
      return id
    }
    const memory = createMemory({ ids: next, onProblem: (error) => problems.push(error) })
    await contradict(memory)
    const { rules } = await memory.consult(everything)
    expect(rules).toMatchObject([{ suppressed: true }])
    await memory.flush()
    expect(problems).toMatchObject([{ code }])
    await memory.close()
  })

  test("no key of a host's stands in a dissonance's way", async () => {
    const memory = createMemory({ ids: sequentialIds('m') })
    const id = await contradict(memory, 'dissonance:m-1:3')
    await memory.consult(everything)
    await memory.flush()
    expect(await memory.recent('memory:dissonance', `rule:${id}`, 9)).toMatchObject([{ sources: ['m-3'] }])
    expect(memory.queue.failed).toBe(0)
    await memory.close()
  })

  test('after an import into a memory that numbers otherwise no dissonance is recorded again, and each new one is', async () => {
    const clock = manualClock(1_700_000_000_000)
    const memory = createMemory({ clock, ids: sequentialIds('m') })
    memory.write({ space: 'o', entity: 'o', state: 'success', content: 'o', subject: 'bob' })
    const id = await contradict(memory)
    await memory.forget({ subject: 'bob' })
    await memory.consult(everything)
    const lines: string[] = []
    await memory.flush()
    for await (const line of memory.export()) lines.push(line)
    const other = createMemory({ clock, ids: sequentialIds('n') })
    await other.import(lines)
    const recorded = async () => {
      await other.consult(everything)
      await other.flush()
      return (await other.recent('memory:dissonance', `rule:${id}`, 9)).map(({ sources }) => sources)
    }
    expect(await recorded()).toEqual([['m-4']])
    other.write({ ...contradicted, state: 'change_approach', content: 'no' })
    expect(await recorded()).toEqual([['n-1'], ['m-4']])
    expect(await recorded()).toHaveLength(2)
    await Promise.all([memory.close(), other.close()])
  })
})

describe('fading', () => {
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
    for (let index = 0; index < 510; index++) memory.write({ ...pair, state: 'refine', content: `${index}` })
    memory.write({ ...pair, state: 'abandon', content: 'stays' })
    clock.advance(day)
    expect((await memory.dream()).forgotten).toBe(510)
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
    for (let sequence = 2; sequence < 512; sequence++) {
      line(sequence, { level: 'K', state: 'abandon', k: 0.05, consolidated: 1 })
    }
    line(512, { state: 'abandon', k: 0.05 })
    await memory.import(lines)
    clock.advance(50 * day)
    expect((await memory.dream()).forgotten).toBe(1)
    await memory.close()
  })
})

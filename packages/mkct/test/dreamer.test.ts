import { createDreamer, createMemory, type Evidence, type Memory } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test, vi } from 'vitest'

const day = 86_400_000
const pair = { space: 'tool:shell', entity: 'path:/a' }

function setUp() {
  const clock = manualClock(1_700_000_000_000)
  return { clock, memory: createMemory({ clock, ids: sequentialIds('m') }) }
}

async function contents(memory: Memory, level: 'M' | 'K' | 'C'): Promise<string[]> {
  const found: string[] = []
  for await (const { content } of memory.megrams({ level })) found.push(content)
  return found
}

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

async function gather(memory: Memory, count: number, state: 'abandon' | 'accept', label: string): Promise<void> {
  for (let index = 0; index < count; index++) memory.write({ ...pair, state, content: `${label} ${index}` })
  await memory.flush()
}

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
  await vi.waitFor(() => expect(distill).toHaveBeenCalledOnce())
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
    expect(onProblem.mock.calls).toEqual([[expect.objectContaining({ code: 'memory_closed' })]])
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

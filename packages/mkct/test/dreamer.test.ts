import { createDreamer, type Memory } from '@artoo/mkct'
import { manualClock } from '@artoo/spec/testing'
import { expect, test, vi } from 'vitest'
import { gather, setUp } from './support/dreams.js'

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

import { ArtooError, systemClock } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('keeps its pace when the wall clock is set back', () => {
    const clock = systemClock()
    const before = clock.now()
    vi.setSystemTime(0)
    vi.advanceTimersByTime(250)
    expect(clock.now() - before).toBe(250)
  })

  it('starts at the wall clock, in whole milliseconds', () => {
    expect(systemClock().now()).toBe(1_000_000)
  })

  it('calls back once when the delay is over', () => {
    const callback = vi.fn()
    systemClock().schedule(100, callback)
    vi.advanceTimersByTime(99)
    expect(callback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('cancels', () => {
    const callback = vi.fn()
    systemClock().schedule(100, callback)()
    vi.advanceTimersByTime(1_000)
    expect(callback).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits out a delay that one timer of the platform cannot hold, and cancels it on the way', () => {
    const day = 86_400_000
    const callback = vi.fn()
    const cancelled = vi.fn()
    systemClock().schedule(60 * day, callback)
    const cancel = systemClock().schedule(60 * day, cancelled)
    vi.advanceTimersByTime(59 * day)
    expect(callback).not.toHaveBeenCalled()
    cancel()
    vi.advanceTimersByTime(day)
    expect(callback).toHaveBeenCalledTimes(1)
    expect(cancelled).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('refuses a delay that is not a number', () => {
    expect(() => systemClock().schedule(Number.NaN, () => {})).toThrow(ArtooError)
  })
})

describe('manualClock', () => {
  it('runs what is due by due time, then by order of scheduling', () => {
    const clock = manualClock()
    const ran: string[] = []
    clock.schedule(20, () => ran.push('late'))
    clock.schedule(10, () => ran.push('early'))
    clock.schedule(10, () => ran.push('early too'))
    clock.schedule(21, () => ran.push('not yet'))
    clock.advance(20)
    expect(ran).toEqual(['early', 'early too', 'late'])
    expect(clock.pending).toBe(1)
  })

  it('shows each callback the time it was due, and runs what it schedules in the same step', () => {
    const clock = manualClock(1_000)
    const times: number[] = []
    clock.schedule(5, () => {
      times.push(clock.now())
      clock.schedule(5, () => times.push(clock.now()))
    })
    clock.advance(30)
    expect(times).toEqual([1_005, 1_010])
    expect(clock.now()).toBe(1_030)
  })

  it('cancels', () => {
    const clock = manualClock()
    const callback = vi.fn()
    clock.schedule(5, callback)()
    clock.advance(10)
    expect(callback).not.toHaveBeenCalled()
    expect(clock.pending).toBe(0)
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to advance by %s', (ms) => {
    expect(() => manualClock().advance(ms)).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'ms' }))
  })

  it('never runs backwards, whatever is scheduled and even when a callback advances it', () => {
    const delay = fc.integer({ min: -50, max: 50 })
    const step = fc.record({ delays: fc.array(delay, { maxLength: 4 }), advance: fc.nat(60), nested: fc.nat(60) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const clock = manualClock()
        let last = clock.now()
        const check = () => {
          expect(clock.now()).toBeGreaterThanOrEqual(last)
          last = clock.now()
        }
        for (const { delays, advance, nested } of steps) {
          for (const ms of delays) {
            clock.schedule(ms, () => {
              check()
              clock.advance(nested)
              check()
            })
          }
          clock.advance(advance)
          check()
        }
      }),
    )
  })
})

describe('sequentialIds', () => {
  it('counts for each generator on its own', () => {
    const [first, second] = [sequentialIds(), sequentialIds('task')]
    expect([first(), first(), second()]).toEqual(['id-1', 'id-2', 'task-1'])
  })
})

import type { Envelope } from '@artoo/bus'
import { describe, expect, it, vi } from 'vitest'
import { delivered, office, order, scope } from './office.js'

function read(tap: AsyncIterable<Envelope>): { readonly seen: number[]; readonly end: Promise<string> } {
  const seen: number[] = []
  const loop = async () => {
    for await (const { seq } of tap) seen.push(seq)
    return 'ended'
  }
  return { seen, end: loop() }
}

describe('a tap', () => {
  it('shows what is published from its opening on, also when it is read later', async () => {
    const { bus } = office()
    const boss = bus.port('boss', scope)
    boss.publish(order('before'))
    const tap = bus.tap()
    boss.publish(order('first'))
    boss.publish(order('second'))
    await delivered()
    const { seen } = read(tap)
    boss.publish(order('third'))
    await tap.idle()
    expect(seen).toEqual([2, 3, 4])
    expect(tap.dropped).toBe(0)
  })

  it('may be limited to one task', async () => {
    const { bus } = office()
    const tap = bus.tap({ taskId: 'b' })
    const { seen } = read(tap)
    for (const taskId of ['a', 'b', 'a', 'b']) bus.port('boss', { taskId }).publish(order('pens'))
    await tap.idle()
    expect(seen).toEqual([2, 4])
  })

  it('drops the oldest when its reader is slow, and counts; actor, log and other taps miss nothing', async () => {
    const { bus, logged } = office()
    const received = vi.fn()
    bus.port('clerk', scope).receive(received)
    const [slow, wide] = [bus.tap({ capacity: 3 }), bus.tap()]
    const boss = bus.port('boss', scope)
    for (let count = 0; count < 100; count++) boss.publish(order('pens'))
    await delivered()
    expect(received).toHaveBeenCalledTimes(100)
    expect(logged).toHaveLength(100)
    const [few, all] = [read(slow), read(wide)]
    await Promise.all([slow.idle(), wide.idle()])
    expect(few.seen).toEqual([98, 99, 100])
    expect([slow.dropped, wide.dropped]).toEqual([97, 0])
    expect(all.seen).toHaveLength(100)
  })

  it('whose reader never comes back holds up nobody', async () => {
    const { bus } = office()
    const received = vi.fn()
    bus.port('clerk', scope).receive(received)
    const stuck = bus.tap({ capacity: 1 })
    void (async () => {
      for await (const _ of stuck) await new Promise(() => {})
    })()
    const boss = bus.port('boss', scope)
    for (let count = 0; count < 5; count++) {
      boss.publish(order('pens'))
      await delivered()
    }
    expect(received).toHaveBeenCalledTimes(5)
    expect(stuck.dropped).toBe(3)
  })

  it('is idle when its reader has handled all that came before, not earlier', async () => {
    const { bus } = office()
    const tap = bus.tap()
    let release = () => {}
    const handled = vi.fn()
    void (async () => {
      for await (const { seq } of tap) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        handled(seq)
      }
    })()
    bus.port('boss', scope).publish(order('pens'))
    const idle = vi.fn()
    const waiting = tap.idle().then(idle)
    await delivered()
    expect(idle).not.toHaveBeenCalled()
    release()
    await waiting
    expect(handled).toHaveBeenCalledWith(1)
  })

  it('closes when its reader leaves the loop, and lets go of what is buffered', async () => {
    const { bus } = office()
    const tap = bus.tap()
    const boss = bus.port('boss', scope)
    boss.publish(order('first'))
    boss.publish(order('second'))
    for await (const { seq } of tap) {
      expect(seq).toBe(1)
      break
    }
    boss.publish(order('third'))
    await tap.idle()
    await expect(read(tap).end).resolves.toBe('ended')
    expect(read(tap).seen).toEqual([])
  })

  it('serves every waiting reader when it has several', async () => {
    const { bus } = office()
    const reader = bus.tap()[Symbol.asyncIterator]()
    const waiting = [reader.next(), reader.next(), reader.next()]
    const boss = bus.port('boss', scope)
    boss.publish(order('first'))
    boss.publish(order('second'))
    bus.close()
    const results = await Promise.all(waiting)
    expect(results.map(({ done, value }) => (done ? 'end' : value.seq))).toEqual([1, 2, 'end'])
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a capacity of %s', (capacity) => {
    expect(() => office().bus.tap({ capacity })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'capacity' }),
    )
  })
})

describe('closing the bus', () => {
  it('ends every tap after what it has buffered', async () => {
    const { bus } = office()
    const [waiting, buffered] = [bus.tap(), bus.tap()]
    const first = read(waiting)
    bus.port('boss', scope).publish(order('pens'))
    bus.close()
    const second = read(buffered)
    await expect(Promise.all([first.end, second.end])).resolves.toEqual(['ended', 'ended'])
    expect([first.seen, second.seen]).toEqual([[1], [1]])
  })

  it('refuses publishing, still delivers what was published, and may be done twice', async () => {
    const { bus } = office()
    const received = vi.fn()
    bus.port('clerk', scope).receive(received)
    const boss = bus.port('boss', scope)
    boss.publish(order('pens'))
    bus.close()
    bus.close()
    expect(() => boss.publish(order('ink'))).toThrow(expect.objectContaining({ code: 'bus_closed' }))
    await delivered()
    expect(received).toHaveBeenCalledTimes(1)
  })

  it('ends a tap that is opened afterwards at once', async () => {
    const { bus } = office()
    bus.close()
    const tap = bus.tap()
    await tap.idle()
    await expect(read(tap).end).resolves.toBe('ended')
  })
})

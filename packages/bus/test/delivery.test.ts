import { createBus, type Envelope } from '@artoo/bus'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { contracts, delivered, office, order, scope } from './office.js'

fc.configureGlobal({ seed: 20260221 })

describe('delivery', () => {
  it('numbers, dates and names what is published, and fills in defaults', async () => {
    const { bus, logged } = office()
    const sent = bus.port('boss', scope).publish(order('pens'), { causationId: 'earlier' })
    expect(sent).toEqual({
      id: 'id-1',
      seq: 1,
      taskId: 'task',
      causationId: 'earlier',
      from: 'boss',
      to: 'clerk',
      type: 'Order',
      at: 5_000,
      payload: { item: 'pens', count: 1 },
    })
    expect(logged).toEqual([sent])
  })

  it('never calls a handler from within publish', async () => {
    const { bus } = office()
    const handler = vi.fn()
    bus.port('clerk', scope).receive(handler)
    bus.port('boss', scope).publish(order('pens'))
    expect(handler).not.toHaveBeenCalled()
    await delivered()
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('delivers in order of publishing, answers after what is already under way', async () => {
    const { bus, logged } = office()
    const seen: string[] = []
    const clerk = bus.port('clerk', scope)
    clerk.receive((message) => {
      if (message.type !== 'Order') return
      seen.push(message.payload.item)
      clerk.publish(
        { type: 'Receipt', to: 'boss', payload: { item: message.payload.item } },
        { causationId: message.id },
      )
    })
    const boss = bus.port('boss', scope)
    boss.receive((message) => void seen.push(`receipt for ${message.payload.item}`))
    boss.publish(order('pens'))
    boss.publish(order('ink'))
    await delivered()
    expect(seen).toEqual(['pens', 'ink', 'receipt for pens', 'receipt for ink'])
    expect(logged.map(({ seq, causationId }) => [seq, causationId])).toEqual([
      [1, null],
      [2, null],
      [3, 'id-1'],
      [4, 'id-2'],
    ])
  })

  it('reaches only the addressee, only in the same task', async () => {
    const { bus } = office()
    const [here, elsewhere, archive] = [vi.fn(), vi.fn(), vi.fn()]
    bus.port('clerk', scope).receive(here)
    bus.port('clerk', { taskId: 'other' }).receive(elsewhere)
    bus.port('archive', scope).receive(archive)
    bus.port('boss', scope).publish(order('pens'))
    await delivered()
    expect([here, elsewhere, archive].map((handler) => handler.mock.calls.length)).toEqual([1, 0, 0])
  })

  it('does not mix up actors and tasks whose names run together', async () => {
    const { bus } = office()
    const handler = vi.fn()
    bus.port('clerk', { taskId: 'a","b' }).receive(handler)
    bus.port('clerk', { taskId: '*' }).receive(handler)
    bus.port('boss', { taskId: 'b' }).publish(order('pens'))
    await delivered()
    expect(handler).not.toHaveBeenCalled()
  })

  it('leaves no gap in the numbers when the log refuses an envelope, and delivers nothing of it', async () => {
    const { bus, logged } = office((entry) => {
      if (entry.type === 'Order' && entry.payload.item === 'lost') throw new Error('disk full')
    })
    const handler = vi.fn()
    bus.port('clerk', scope).receive(handler)
    const boss = bus.port('boss', scope)
    boss.publish(order('pens'))
    expect(() => boss.publish(order('lost'))).toThrow('disk full')
    boss.publish(order('ink'))
    await delivered()
    expect(logged.map(({ seq }) => seq)).toEqual([1, 2])
    expect(handler).toHaveBeenCalledTimes(2)
  })

  it('refuses a log that publishes, which would be out of order', () => {
    const { bus } = office(() => void boss.publish(order('again')))
    const boss = bus.port('boss', scope)
    expect(() => boss.publish(order('pens'))).toThrow(expect.objectContaining({ code: 'publish_in_log' }))
  })

  it('gives every actor exactly its messages in order, whoever throws', async () => {
    const step = fc.record({ task: fc.constantFrom('a', 'b'), to: fc.constantFrom('clerk', 'archive') })
    const throwing = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), throwing, async (steps, throws) => {
        const { bus, logged } = office()
        const received: Record<string, string[]> = {}
        let calls = 0
        const handler = (envelope: Envelope) => {
          const { to, taskId, id } = envelope
          received[`${to}/${taskId}`]?.push(id)
          const turn = calls++
          if (!throws[turn % throws.length]) return
          if (turn % 2 === 0) throw new Error('at once')
          return Promise.reject(new Error('later'))
        }
        const expected: Record<string, string[]> = {}
        for (const task of ['a', 'b']) {
          for (const actor of ['clerk', 'archive'] as const) {
            received[`${actor}/${task}`] = []
            expected[`${actor}/${task}`] = []
            bus.port(actor, { taskId: task }).receive(handler)
          }
        }
        for (const { task, to } of steps) {
          const sent = bus.port('boss', { taskId: task }).publish({ type: 'Order', to, payload: { item: 'pens' } })
          expected[`${to}/${task}`]?.push(sent.id)
        }
        await delivered()
        expect(received).toEqual(expected)
        expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, index) => index + 1))
        const failures = steps.filter((_, turn) => throws[turn % throws.length]).length
        expect(logged.filter(({ type }) => type === 'bus.handler_failed')).toHaveLength(failures)
      }),
      { numRuns: 60 },
    )
  })
})

it('numbers each message once, also when a clock calls somebody who publishes', async () => {
  const logged: number[] = []
  let publish = () => {}
  const clock = {
    ...manualClock(),
    now() {
      const calledBack = publish
      publish = () => {}
      calledBack()
      return 1
    },
  }
  const bus = createBus({ contracts, clock, ids: sequentialIds(), log: ({ seq }) => logged.push(seq) })
  const boss = bus.port('boss', scope)
  publish = () => void boss.publish(order('inner'))
  boss.publish(order('outer'))
  expect(logged).toEqual([1, 2])
})

describe('payloads', () => {
  it('are frozen all the way down, also below what was frozen already', async () => {
    const { bus } = office()
    const boss = bus.port('boss', scope)
    const payload = { list: [{ deep: true }], frozen: Object.freeze({ inner: { deep: true } }) }
    const sent = boss.publish({ type: 'Anything', to: 'clerk', payload }).payload as typeof payload
    for (const part of [sent, sent.list, sent.list[0], sent.frozen, sent.frozen.inner]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it('are copies: the sender may go on changing its own object, and the log does not', () => {
    const { bus, logged } = office()
    const payload = { list: [1] }
    bus.port('boss', scope).publish({ type: 'Anything', to: 'clerk', payload })
    payload.list.push(2)
    expect(payload.list).toEqual([1, 2])
    expect(logged[0]?.payload).toEqual({ list: [1] })
  })

  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  it.each([
    ['a function', { call: () => 1 }, 'payload.call is a function'],
    ['a date', { list: [new Date(0)] }, 'payload.list.0 is a Date'],
    ['a class instance', new (class Account {})(), 'payload is a Account'],
    ['bytes', { bytes: new Uint8Array(2) }, 'payload.bytes is a Uint8Array'],
    ['what is no number', { list: [Number.NaN] }, 'payload.list.0 is NaN'],
    ['a number without an end', { n: -Infinity }, 'payload.n is -Infinity'],
    ['a big integer', { n: 1n }, 'payload.n is a bigint'],
    ['a cycle', cycle, 'payload.self is a reference to what holds it'],
  ])('refuse %s', (_, payload, reason) => {
    const { bus } = office()
    expect(() => bus.port('boss', scope).publish({ type: 'Anything', to: 'clerk', payload })).toThrow(
      expect.objectContaining({ code: 'message_invalid', message: expect.stringContaining(reason) }),
    )
  })

  it('are what JSON makes of them', () => {
    const { bus, logged } = office()
    const payload = { zero: -0, list: [undefined, -0, 1], field: undefined }
    bus.port('boss', scope).publish({ type: 'Anything', to: 'clerk', payload })
    expect(logged[0]?.payload).toEqual({ zero: 0, list: [null, 0, 1] })
  })

  it('survive the copy as they are', () => {
    const { bus } = office()
    const boss = bus.port('boss', scope)
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        expect(boss.publish({ type: 'Anything', to: 'clerk', payload }).payload).toEqual(payload)
      }),
    )
  })

  it('keep a key named __proto__ as data', () => {
    const { bus } = office()
    const payload: unknown = JSON.parse('{"__proto__": {"admin": true}}')
    const sent = bus.port('boss', scope).publish({ type: 'Anything', to: 'clerk', payload })
    expect(JSON.stringify(sent.payload)).toBe('{"__proto__":{"admin":true}}')
    expect((sent.payload as { admin?: boolean }).admin).toBeUndefined()
  })

  it('may hold the same object twice, and undefined', () => {
    const { bus } = office()
    const shared = { n: 1 }
    const payload = { first: shared, second: shared, nothing: undefined }
    const sent = bus.port('boss', scope).publish({ type: 'Anything', to: 'clerk', payload })
    expect(sent.payload).toStrictEqual(payload)
  })
})

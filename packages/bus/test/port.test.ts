import { contract, createBus, type Port } from '@artoo/bus'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'
import { type contracts, delivered, office, order, scope } from './office.js'

describe('the type of a port', () => {
  type Sent<Actor extends string> = Parameters<Port<typeof contracts, Actor>['publish']>[0]
  type Received<Actor extends string> = Parameters<Parameters<Port<typeof contracts, Actor>['receive']>[0]>[0]

  it('offers what the routes allow, and nothing to an actor without a route', () => {
    expectTypeOf<Sent<'boss'>['type']>().toEqualTypeOf<'Order' | 'Anything'>()
    expectTypeOf<Extract<Sent<'boss'>, { type: 'Order' }>['to']>().toEqualTypeOf<'clerk' | 'archive'>()
    expectTypeOf<Extract<Sent<'boss'>, { type: 'Anything' }>['to']>().toEqualTypeOf<'clerk'>()
    expectTypeOf<Sent<'archive'>>().toEqualTypeOf<never>()
    expectTypeOf<Sent<'stranger'>>().toEqualTypeOf<never>()
  })

  it('asks for the payload before defaults and hands out the one after', () => {
    type OrderSent = Extract<Sent<'boss'>, { type: 'Order' }>['payload']
    type OrderReceived = Extract<Received<'clerk'>, { type: 'Order' }>['payload']
    expectTypeOf<OrderSent>().toEqualTypeOf<{ item: string; count?: number | undefined }>()
    expectTypeOf<OrderReceived>().toEqualTypeOf<{ item: string; count: number }>()
    expectTypeOf<Received<'clerk'>['type']>().toEqualTypeOf<'Order' | 'Anything'>()
    expectTypeOf<Received<'archive'>['type']>().toEqualTypeOf<'Order' | 'Receipt'>()
  })
})

describe('a refused message', () => {
  function setup() {
    const all = office()
    const { bus } = all
    const reached = vi.fn()
    for (const actor of ['boss', 'clerk', 'archive'] as const) bus.port(actor, scope).receive(reached)
    const tap = bus.tap()
    return { ...all, reached, tap }
  }

  it.each([
    [
      'of a type that the actor may not send',
      // @ts-expect-error a clerk gives no orders
      (bus) => bus.port('clerk', scope).publish({ type: 'Order', to: 'archive', payload: { item: 'pens' } }),
      { code: 'message_forbidden', from: 'clerk', to: 'archive', type: 'Order' },
      'clerk may not send Order to archive',
    ],
    [
      'to a wrong recipient',
      // @ts-expect-error a boss may only tell the clerk anything
      (bus) => bus.port('boss', scope).publish({ type: 'Anything', to: 'archive', payload: 1 }),
      { code: 'message_forbidden', from: 'boss', to: 'archive', type: 'Anything' },
      'boss may not send Anything to archive',
    ],
    [
      'of an unknown type',
      // @ts-expect-error there is no such message
      (bus) => bus.port('boss', scope).publish({ type: 'toString', to: 'clerk', payload: {} }),
      { code: 'message_forbidden', from: 'boss', to: 'clerk', type: 'toString' },
      'there is no message type toString',
    ],
    [
      'from an actor without routes',
      // @ts-expect-error nobody knows a stranger
      (bus) => bus.port('stranger', scope).publish({ type: 'Order', to: 'clerk', payload: { item: 'pens' } }),
      { code: 'message_forbidden', from: 'stranger', to: 'clerk', type: 'Order' },
      'stranger may not send Order to clerk',
    ],
    [
      'with a payload that does not fit',
      // @ts-expect-error an item is a string
      (bus) => bus.port('boss', scope).publish({ type: 'Order', to: 'clerk', payload: { item: 7 } }),
      { code: 'message_invalid', from: 'boss', to: 'clerk', type: 'Order' },
      'Order from boss: item: Invalid input: expected string, received number',
    ],
  ] satisfies [string, (bus: ReturnType<typeof office>['bus']) => unknown, object, string][])(
    '%s is thrown back, stands in the log, shows on taps and reaches nobody',
    async (_, publish, refusal, reason) => {
      const { bus, reached, tap, logged } = setup()
      expect(() => publish(bus)).toThrow(
        expect.objectContaining({ code: refusal.code, field: refusal.type, message: reason }),
      )
      await delivered()
      expect(reached).not.toHaveBeenCalled()
      const notice = { type: 'bus.refused', from: 'bus', to: 'log', taskId: 'task', seq: 1 }
      expect(logged).toEqual([expect.objectContaining({ ...notice, payload: { ...refusal, reason } })])
      expect(await tap[Symbol.asyncIterator]().next()).toEqual({ done: false, value: logged[0] })
    },
  )

  it('keeps its cause in the notice', () => {
    const { bus, logged } = office()
    const forged = { type: 'Order', to: 'nobody', payload: { item: 'pens' } } as never
    expect(() => bus.port('boss', scope).publish(forged, { causationId: 'id-0' })).toThrow()
    expect(logged[0]?.causationId).toBe('id-0')
  })
})

describe('createBus', () => {
  const [clock, ids] = [manualClock(), sequentialIds()]

  it.each([
    ['a type', { 'bus.refused': contract(z.string(), [['a', 'b']]) }],
    ['a sender', { Order: contract(z.string(), [['bus', 'b']]) }],
  ])('refuses contracts with %s that could pass for the bus itself', (_, contracts) => {
    expect(() => createBus({ contracts, clock, ids })).toThrow(expect.objectContaining({ code: 'invalid_contract' }))
  })

  it('says so when a payload schema is asynchronous', () => {
    const contracts = {
      Slow: contract(
        z.string().refine(async () => true),
        [['a', 'b']],
      ),
    }
    const port = createBus({ contracts, clock, ids }).port('a', scope)
    const publish = () => port.publish({ type: 'Slow', to: 'b', payload: 'x' })
    expect(publish).toThrow(expect.objectContaining({ code: 'contract_async' }))
  })
})

describe('a handler that fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'rejects with a promise of another library',
      // biome-ignore lint/suspicious/noThenProperty: the point of the case
      () => ({ then: (_: unknown, no: (e: Error) => void) => no(new Error('broken')) }) as never,
    ],
  ] satisfies [string, () => void | Promise<void>][])('harms no other when it %s, and is noticed', async (_, fail) => {
    const { bus, logged } = office()
    const [other, later] = [vi.fn(), vi.fn()]
    const clerk = bus.port('clerk', scope)
    clerk.receive(fail)
    clerk.receive(other)
    bus.port('archive', scope).receive(later)
    const boss = bus.port('boss', scope)
    boss.publish(order('pens'))
    boss.publish({ type: 'Order', to: 'archive', payload: { item: 'pens' } })
    await delivered()
    expect(other).toHaveBeenCalledTimes(1)
    expect(later).toHaveBeenCalledTimes(1)
    const payload = { actor: 'clerk', messageId: 'id-1', type: 'Order', message: 'broken' }
    expect(logged.filter(({ from }) => from === 'bus')).toEqual([
      expect.objectContaining({ type: 'bus.handler_failed', causationId: 'id-1', taskId: 'task', payload }),
    ])
  })

  it('does not stop the bus when the log refuses the notice; the next publish tells', async () => {
    const { bus } = office((entry) => {
      if (entry.type === 'bus.handler_failed') throw new Error('disk full')
    })
    const clerk = bus.port('clerk', scope)
    const archive = vi.fn()
    clerk.receive(() => {
      throw new Error('broken')
    })
    bus.port('archive', scope).receive(archive)
    const boss = bus.port('boss', scope)
    const toArchive = { type: 'Order', to: 'archive', payload: { item: 'pens' } } as const
    boss.publish(order('pens'))
    boss.publish(toArchive)
    await delivered()
    expect(archive).toHaveBeenCalledTimes(1)
    expect(() => boss.publish(toArchive)).toThrow('disk full')
    boss.publish(toArchive)
    await delivered()
    expect(archive).toHaveBeenCalledTimes(2)
  })
})

describe('a port', () => {
  it('is idle when its asynchronous handlers are done, failed ones included', async () => {
    const { bus } = office()
    const clerk = bus.port('clerk', scope)
    const finish: (() => void)[] = []
    clerk.receive(() => new Promise<void>((resolve) => finish.push(resolve)))
    clerk.receive(() => new Promise<void>((_, reject) => finish.push(() => reject(new Error('broken')))))
    await clerk.idle()
    bus.port('boss', scope).publish(order('pens'))
    await delivered()
    let idle = false
    const waiting = clerk.idle().then(() => {
      idle = true
    })
    finish[0]?.()
    await delivered()
    expect(idle).toBe(false)
    finish[1]?.()
    await waiting
    expect(idle).toBe(true)
  })

  it('stops one subscription and leaves the others', async () => {
    const { bus } = office()
    const clerk = bus.port('clerk', scope)
    const [stopped, kept] = [vi.fn(), vi.fn()]
    const stop = clerk.receive(stopped)
    clerk.receive(kept)
    stop()
    bus.port('boss', scope).publish(order('pens'))
    await delivered()
    expect([stopped, kept].map((handler) => handler.mock.calls.length)).toEqual([0, 1])
  })

  it('neither sends nor receives once closed, not even the message under delivery', async () => {
    const { bus } = office()
    const clerk = bus.port('clerk', scope)
    const second = vi.fn()
    clerk.receive(() => clerk.close())
    clerk.receive(second)
    bus.port('boss', scope).publish(order('pens'))
    await delivered()
    expect(second).not.toHaveBeenCalled()
    const closed = expect.objectContaining({ code: 'port_closed' })
    expect(() => clerk.publish({ type: 'Receipt', to: 'boss', payload: { item: 'pens' } })).toThrow(closed)
    expect(() => clerk.receive(second)).toThrow(closed)
  })

  it('closes alone: another port of the same actor goes on', async () => {
    const { bus } = office()
    const handler = vi.fn()
    bus.port('clerk', scope).close()
    bus.port('clerk', scope).receive(handler)
    bus.port('boss', scope).publish(order('pens'))
    await delivered()
    expect(handler).toHaveBeenCalledTimes(1)
  })
})

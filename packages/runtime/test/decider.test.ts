import { contract, createBus, type EnvelopeOf, type Notice } from '@artoo/bus'
import { errorMessage } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AnyDecider, bindDecider, type Decider } from '../src/index.js'

const contracts = {
  Add: contract(z.object({ amount: z.number() }), [['host', 'counter']]),
  Sum: contract(z.object({ sum: z.number() }), [['counter', 'host']]),
  Half: contract(z.object({ half: z.number().int() }), [['counter', 'log']]),
  Failed: contract(z.object({ message: z.string() }), [['counter', 'counter']]),
  Order: contract(z.object({}), [['host', 'somebody']]),
} as const
type Contracts = typeof contracts

const scope = { taskId: 'task' }

/** Adds up. Says each sum, and its half where that is whole. */
const counter: Decider<Contracts, 'counter', number> = {
  actor: 'counter',
  initial: 0,
  decide(state, message) {
    if (message.type === 'Failed') return [state, []]
    const sum = state + message.payload.amount
    return [
      sum,
      [
        { type: 'Half', to: 'log', payload: { half: sum / 2 } },
        { type: 'Sum', to: 'host', payload: { sum } },
      ],
    ]
  },
}

const report = (error: unknown) => ({ type: 'Failed', to: 'counter', payload: { message: errorMessage(error) } })

async function counting(amounts: readonly number[], decider: AnyDecider = counter, reportFailure?: typeof report) {
  const log: (EnvelopeOf<Contracts> | Notice)[] = []
  const bus = createBus({ contracts, clock: manualClock(), ids: sequentialIds(), log: (entry) => void log.push(entry) })
  bindDecider(decider, bus.port('counter', scope), reportFailure)
  const host = bus.port('host', scope)
  for (const amount of amounts) {
    host.publish({ type: 'Add', to: 'counter', payload: { amount } })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sums = log.flatMap((entry) => (entry.type === 'Sum' ? [entry.payload.sum] : []))
  return { log, sums, types: log.map(({ type }) => type) }
}

it('publishes what is decided, in order, caused by what was heard', async () => {
  const { log } = await counting([2, 4])
  expect(log.map(({ id, type, from, to, causationId }) => [id, type, from, to, causationId])).toEqual([
    ['id-1', 'Add', 'host', 'counter', null],
    ['id-2', 'Half', 'counter', 'log', 'id-1'],
    ['id-3', 'Sum', 'counter', 'host', 'id-1'],
    ['id-4', 'Add', 'host', 'counter', null],
    ['id-5', 'Half', 'counter', 'log', 'id-4'],
    ['id-6', 'Sum', 'counter', 'host', 'id-4'],
  ])
})

it('keeps what was decided as the state of the next decision', async () => {
  expect((await counting([2, 4, 6])).sums).toEqual([2, 6, 12])
})

it('begins every run with the initial state', async () => {
  const runs = [await counting([2]), await counting([4])]
  expect(runs.map(({ sums }) => sums)).toEqual([[2], [4]])
})

it('lets a decider call on itself', async () => {
  const selfish = {
    ...counter,
    step: 10,
    decide(this: { readonly step: number }, state: number) {
      const sum = state + this.step
      return [sum, [{ type: 'Sum', to: 'host', payload: { sum } }]] as const
    },
  }
  expect((await counting([1, 1], selfish)).sums).toEqual([10, 20])
})

const throws: AnyDecider = {
  ...counter,
  decide() {
    throw new Error('dizzy')
  },
}
/** What goes wrong, and what the bus says of it. Half of an odd sum does not fit. */
const failing: [string, AnyDecider, readonly string[]][] = [
  ['throws', throws, []],
  [
    'sends what it may not',
    { ...counter, decide: () => [1, [{ type: 'Order', to: 'somebody', payload: {} }]] },
    ['bus.refused'],
  ],
  ['sends what does not fit', counter, ['bus.refused']],
  ['sends nothing that can be read', { ...counter, decide: () => [1, [null]] }, []],
]

describe.each(failing)('a decider that %s', (_, decider, refused) => {
  it('reports it, caused by what it heard', async () => {
    const { log, types } = await counting([1], decider, report)
    expect(types.slice(0, refused.length + 2)).toEqual(['Add', ...refused, 'Failed'])
    expect(log[refused.length + 1]).toMatchObject({ from: 'counter', to: 'counter', causationId: 'id-1' })
  })

  it('leaves it to the bus where nobody reports', async () => {
    const { log, types } = await counting([1], decider)
    expect(types).toEqual(['Add', ...refused, 'bus.handler_failed'])
    expect(log.at(-1)).toMatchObject({ payload: { actor: 'counter', messageId: 'id-1', type: 'Add' } })
  })
})

it('keeps the state from before a decision that could not be sent, and goes on', async () => {
  const { sums, types } = await counting([2, 1, 2], counter, report)
  expect(types.filter((type) => type === 'Failed')).toHaveLength(1)
  expect(sums).toEqual([2, 4])
})

it('does not report for ever when a report can’t be handled', async () => {
  const { types, log } = await counting([1], throws, report)
  expect(types).toEqual(['Add', 'Failed', 'bus.handler_failed'])
  expect(log.at(-1)).toMatchObject({ payload: { type: 'Failed', message: 'dizzy' } })
})

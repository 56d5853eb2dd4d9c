import { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'
import { createKeys } from '../keys.js'
import { contributionOf } from '../megram.js'
import type { Memory } from '../memory.js'
import { directSum } from '../potentials.js'
import { createStoreAccess, type Store } from '../store.js'
import { expectClose, expectEqual, expectRejection } from './expectations.js'
import { failingStore, injected } from './failing-store.js'
import { type ConformanceCase, closeAndOpen, day, start, success, withMemory } from './harness.js'

const entities = ['e0', 'e1', 'e2']
/** Number of an entry that stays alive, as does the next. */
const damaged = 25

/** Thirty episodes of three pairs, a fact that is recalled, a rule, something forgotten and something faded. */
async function liveThrough(memory: Memory, clock: ManualClock): Promise<void> {
  for (let index = 0; index < 30; index++) {
    const state = index % 4 === 0 ? 'abandon' : 'change_path'
    memory.write({ space: 's', entity: `e${index % 3}`, state, content: `text ${index}`, subject: `u${index}` })
    clock.advance(day / 10)
  }
  const fact = memory.remember({ space: 's', entity: 'e1', content: 'fact' })
  memory.write({ space: 's', entity: 'e1', state: 'abandon', content: 'rule', level: 'C', sources: [fact.id] })
  clock.advance(4 * day)
  await memory.recall(fact.id)
  await memory.forget({ subject: 'u20' })
  await memory.dream()
}

async function expectTrueSums(memory: Memory): Promise<void> {
  const now = (await memory.explain('s', 'e0')).now
  for (const entity of entities) {
    const left = []
    for await (const megram of memory.megrams({ space: 's', entity })) left.push(contributionOf(megram) ?? [])
    const sum = directSum(left.flat(), now)
    const kept = await memory.potentials('s', entity)
    expectClose(kept.attention, sum.attention, `attention of ${entity}`)
    expectClose(kept.decision, sum.decision, `decision of ${entity}`)
  }
}

async function harm(store: Store, how: 'deleted' | 'altered'): Promise<void> {
  const access = createStoreAccess(store)
  const key = createKeys('default').entry(damaged)
  const value = (await access.get(key)) ?? ''
  await access.write([[key, how === 'deleted' ? null : value.replace('text', 'tixt')]], false)
}

const found = {
  deleted: [
    { type: 'missing', from: damaged, to: damaged },
    { type: 'unproven', sequence: damaged + 1 },
  ],
  altered: [{ type: 'altered', sequence: damaged }],
} as const

const given = { deleted: 2, altered: 1 } as const

function damageCase(how: 'deleted' | 'altered'): ConformanceCase {
  return {
    name: `a journal entry that was ${how} is refused, named and repaired, and the rest adds up`,
    async run(original, reopen = closeAndOpen) {
      const clock = manualClock(start)
      const ids = sequentialIds('m')
      await withMemory({ store: original, clock, ids }, (memory) => liveThrough(memory, clock))
      await harm(original, how)
      const store = await reopen(original)
      await withMemory({ store, clock, ids }, async (memory) => {
        await expectRejection(memory.opened(), 'store_damaged', 'opening a damaged store')
      })
      await withMemory({ store, clock, ids, onDamage: 'report' }, async (memory) => {
        expectEqual(await memory.opened(), found[how], 'damage on opening')
        const { ok, damage } = await memory.verify()
        expectEqual([ok, damage.slice(0, found[how].length)], [false, found[how]], 'damage that verify() finds')
        const { lost } = await memory.repair()
        expectEqual(lost, given[how], 'entries given up')
        expectEqual((await memory.verify()).damage, [], 'damage after the repair')
        await expectTrueSums(memory)
        await memory.write({ space: 's', entity: 'e0', ...success }).settled
      })
      await withMemory({ store: await reopen(store), clock, ids, check: 'full' }, async (memory) => {
        expectEqual(await memory.verify().then(({ damage }) => damage), [], 'damage after reopening')
        await expectTrueSums(memory)
      })
    },
  }
}

/** What happens when things go wrong. */
export const failureCases: readonly ConformanceCase[] = [
  {
    name: 'of a batch that fails nothing can be read, and the memory goes on',
    async run(store, reopen = closeAndOpen) {
      const options = { clock: manualClock(start), ids: sequentialIds('m') }
      const failing = failingStore(store)
      await withMemory({ ...options, store: failing.store }, async (memory) => {
        await memory.write({ space: 's', entity: 'before', ...success }).settled
        failing.failNext()
        const receipts = ['before', 'a', 'b'].map((entity) =>
          memory.write({ space: 's', entity, key: entity, subject: 'u', ...success }),
        )
        for (const { settled } of receipts) await expectRejection(settled, injected, 'a receipt of the failed batch')
        for (const { id } of receipts) expectEqual(await memory.get(id), null, 'a Megram of the failed batch')
        expectEqual((await memory.recent('s', 'a', 9)).length, 0, 'Megrams in a pair of the failed batch')
        expectClose((await memory.potentials('s', 'before')).attention, 0.8, 'attention beside the failed batch')
        const again = await memory.write({ space: 's', entity: 'a', key: 'a', subject: 'u', ...success }).settled
        expectEqual([again.duplicate, again.sequence], [false, 2], 'the write after the failed batch')
        expectEqual(await memory.verify(), { ok: true, megrams: 2, damage: [] }, 'the state after the failed batch')
      })
      await withMemory({ ...options, store: await reopen(store), check: 'full' }, async (memory) => {
        expectEqual(await memory.verify(), { ok: true, megrams: 2, damage: [] }, 'the state after reopening')
      })
    },
  },
  {
    name: 'a store that is closed and opened again gives the same answers',
    async run(store, reopen = closeAndOpen) {
      const clock = manualClock(start)
      const options = { clock, ids: sequentialIds('m') }
      const states: unknown[] = []
      const look = async (memory: Memory) => {
        const potentials = await Promise.all(entities.map((entity) => memory.potentials('s', entity)))
        states.push([await memory.summary(), potentials, await memory.rules('s')])
      }
      await withMemory({ ...options, store }, async (memory) => {
        await liveThrough(memory, clock)
        await look(memory)
      })
      await withMemory({ ...options, store: await reopen(store), check: 'full' }, async (memory) => {
        expectEqual(await memory.opened(), [], 'damage on opening')
        await look(memory)
        expectEqual((await memory.verify()).damage, [], 'damage')
        await expectTrueSums(memory)
      })
      expectEqual(states[1], states[0], 'summary, potentials and rules after reopening')
    },
  },
  damageCase('deleted'),
  damageCase('altered'),
]

import type { Store } from '@artoo/spec'
import { contributionOf } from '../megram/megram.js'
import type { Memory } from '../memory/memory.js'
import { directSum } from '../potentials/potentials.js'
import { createKeys } from '../store/keys.js'
import { createStoreAccess, type StoreChange } from '../store/store.js'
import { expectClose, expectEqual, expectRejection, failNextBatch, injected } from './expectations.js'
import { day, type Scene, type Scenes, success } from './harness.js'

const entities = ['e0', 'e1', 'e2']

/** Thirty episodes of three pairs, a fact that is recalled, a rule, something forgotten and something faded. */
async function liveThrough(memory: Memory, { clock }: Scene): Promise<void> {
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

async function expectTrueSums(memory: Memory, { clock }: Scene): Promise<void> {
  for (const entity of entities) {
    const left = []
    for await (const megram of memory.megrams({ space: 's', entity })) left.push(contributionOf(megram) ?? [])
    const sum = directSum(left.flat(), clock.now())
    const kept = await memory.potentials('s', entity)
    expectClose(kept.attention, sum.attention, `attention of ${entity}`)
    expectClose(kept.decision, sum.decision, `decision of ${entity}`)
  }
}

/** Numbers of entries that stay alive, as does the one after the lost. */
const [altered, lost] = [5, 25]

const found = [
  { type: 'altered', sequence: altered },
  { type: 'missing', from: lost, to: lost },
  { type: 'unproven', sequence: lost + 1 },
]

async function harm(store: Store): Promise<void> {
  const access = createStoreAccess(store)
  const keys = createKeys('default')
  const value = (await access.get(keys.entry(altered))) ?? ''
  const changes: StoreChange[] = [
    [keys.entry(altered), value.replace('text', 'tixt')],
    [keys.entry(lost), null],
  ]
  await access.write(changes, false)
}

/** The scenes in which a store operation fails. */
export const failureScenes: Scenes = {
  async 'of a batch that fails nothing can be read, and the memory goes on'({ store, open, reopen }) {
    const memory = open()
    await memory.write({ space: 's', entity: 'before', ...success }).settled
    failNextBatch(store)
    const receipts = ['before', 'a', 'b'].map((entity) =>
      memory.write({ space: 's', entity, key: entity, subject: 'u', ...success }),
    )
    for (const { settled } of receipts) await expectRejection(settled, injected, 'a receipt of the failed batch')
    for (const { id } of receipts) expectEqual(await memory.get(id), null, 'a Megram of the failed batch')
    expectEqual((await memory.recent('s', 'a', 9)).length, 0, 'Megrams in a pair of the failed batch')
    expectClose((await memory.potentials('s', 'before')).attention, 0.8, 'attention beside the failed batch')
    const again = await memory.write({ space: 's', entity: 'a', key: 'a', subject: 'u', ...success }).settled
    expectEqual([again.duplicate, again.sequence], [false, 2], 'the write after the failed batch')
    const sound = { ok: true, megrams: 2, damage: [] }
    expectEqual(await memory.verify(), sound, 'the state after the failed batch')
    await reopen()
    expectEqual(await open({ check: 'full' }).verify(), sound, 'the state after reopening')
  },

  async 'a store that is closed and opened again gives the same answers'(scene) {
    const look = async (memory: Memory) => {
      const potentials = await Promise.all(entities.map((entity) => memory.potentials('s', entity)))
      return [await memory.summary(), potentials, await memory.rules('s')]
    }
    const first = scene.open()
    await liveThrough(first, scene)
    const before = await look(first)
    await scene.reopen()
    const memory = scene.open({ check: 'full' })
    expectEqual(await memory.opened(), [], 'damage on opening')
    expectEqual(await look(memory), before, 'summary, potentials and rules after reopening')
    expectEqual((await memory.verify()).damage, [], 'damage')
    await expectTrueSums(memory, scene)
  },

  async 'journal entries that were altered or lost are refused, named and repaired, and the rest adds up'(scene) {
    const sound = scene.open()
    await liveThrough(sound, scene)
    await sound.close()
    await harm(scene.store)
    await scene.reopen()
    const refused = scene.open()
    await expectRejection(refused.opened(), 'damaged_store', 'opening a damaged store')
    await refused.close()
    const repaired = scene.open({ onDamage: 'report' })
    expectEqual(await repaired.opened(), found, 'damage on opening')
    const { ok, damage } = await repaired.verify()
    expectEqual([ok, damage.slice(0, found.length)], [false, found], 'damage that verify() finds')
    expectEqual((await repaired.repair()).lost, found.length, 'entries given up')
    expectEqual((await repaired.verify()).damage, [], 'damage after the repair')
    await expectTrueSums(repaired, scene)
    await repaired.write({ space: 's', entity: 'e0', ...success }).settled
    await scene.reopen()
    const memory = scene.open({ check: 'full' })
    expectEqual((await memory.verify()).damage, [], 'damage after reopening')
    await expectTrueSums(memory, scene)
  },
}

import { createStoreAccess, type StoreChange } from '../store/store.js'
import { expectClose, expectEqual } from './expectations.js'
import { day, type Scenes, success } from './harness.js'

/** The scenes in which every store operation succeeds. */
export const everydayScenes: Scenes = {
  async 'what is written is read back, and decays'({ open, clock }) {
    const memory = open()
    memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'abandon', content: 'no' })
    expectEqual((await memory.potentials('tool:shell', 'path:/a')).action, 'avoid', 'the action after one abandon')
    clock.advance(14 * day)
    const { attention } = await memory.potentials('tool:shell', 'path:/a')
    expectClose(attention, 0.95 * Math.exp(-0.7), 'attention after 14 days')
  },

  async 'range scans order times and stay within their tags'({ open }) {
    const memory = open()
    for (const at of [5, 36, 1_000_000, 35, 4]) memory.write({ space: 's', entity: 'e', ...success, at })
    memory.write({ space: 's', entity: 'e e', ...success })
    memory.write({ space: 's e', entity: 'e', ...success })
    memory.write({ space: 's', entity: 'e\u{10ffff}', ...success })
    const times = (await memory.recent('s', 'e', 10)).map(({ at }) => at)
    expectEqual(times, [1_000_000, 36, 35, 5, 4], 'the times, newest first')
  },

  async 'tags may be any well-formed Unicode'({ open }) {
    const memory = open()
    const tags = ['|', ' ', '!', '~', '\u0000', '\uffff', '漢字', '\u{1f600}', 'é', 'e\u0301', '~000041', '!41']
    for (const space of tags) for (const entity of tags) memory.write({ space, entity, ...success })
    for (const space of tags) {
      const { readings } = await memory.consult({ pairs: [], spaces: [space] })
      const entities = readings.flatMap(({ entity }) => entity ?? [])
      expectEqual([...entities].sort(), [...tags].sort(), `the entities of ${JSON.stringify(space)}`)
    }
  },

  async 'concurrent writes under one key count once'({ open }) {
    const memory = open()
    const write = () => memory.write({ space: 's', entity: 'e', key: 'once', ...success }).settled
    const outcomes = await Promise.all(Array.from({ length: 100 }, write))
    expectEqual(outcomes.filter(({ duplicate }) => !duplicate).length, 1, 'writes that counted')
    expectClose((await memory.potentials('s', 'e')).attention, 0.8, 'attention')
  },

  async 'forgetting leaves no key behind'({ open, store }) {
    const memory = open()
    for (let index = 0; index < 20; index++) {
      memory.write({ space: 's', entity: 'secret', subject: 'alice', key: `k${index}`, ...success })
    }
    memory.write({ space: 's', entity: 'other', ...success })
    expectEqual((await memory.forget({ subject: 'alice' })).erased, 20, 'records erased')
    expectEqual((await memory.potentials('s', 'secret')).attention, 0, 'attention of what was forgotten')
    expectEqual((await memory.verify()).damage, [], 'damage')
    const keys = (await createStoreAccess(store).page({})).map(([key]) => key)
    expectEqual(
      keys.filter((key) => /secret|alice/.test(key)),
      [],
      'keys left behind',
    )
  },

  async 'namespaces do not meet'({ open }) {
    const [one, other] = [open({ namespace: 'a' }), open({ namespace: 'a b' })]
    one.write({ space: 's', entity: 'e', ...success })
    expectEqual((await other.potentials('s', 'e')).attention, 0, "attention in the other's namespace")
    await other.forget({ space: 's' })
    expectClose((await one.potentials('s', 'e')).attention, 0.8, 'attention after the other forgot')
  },

  async 'readers see all of a batch or nothing of it'({ store }) {
    await store.open()
    const access = createStoreAccess(store)
    const range = { gte: 'a ', lt: 'b ' }
    const changes = Array.from({ length: 2000 }, (_, index): StoreChange => [`a ${index}`, 'x'])
    let pending = true
    const written = access.write(changes, false).finally(() => {
      pending = false
    })
    while (pending) {
      const { length } = await access.page(range)
      if (length > 0) expectEqual(length, changes.length, 'keys of the batch that a reader sees')
    }
    await written
    expectEqual((await access.page(range)).length, changes.length, 'keys after the batch')
  },
}

import { manualClock } from '@artoo/spec/testing'
import { type Change, createStoreAccess } from '../store.js'
import { expectClose, expectEqual } from './expectations.js'
import { type ConformanceCase, day, start, success, withMemory } from './harness.js'

/** What happens when all goes well. */
export const everydayCases: readonly ConformanceCase[] = [
  {
    name: 'what is written is read back, and decays',
    run(store) {
      const clock = manualClock(start)
      return withMemory({ store, clock }, async (memory) => {
        memory.write({ space: 'tool:shell', entity: 'path:/a', state: 'abandon', content: 'no' })
        expectEqual((await memory.potentials('tool:shell', 'path:/a')).action, 'avoid', 'the action after one abandon')
        clock.advance(14 * day)
        const { attention } = await memory.potentials('tool:shell', 'path:/a')
        expectClose(attention, 0.95 * Math.exp(-0.7), 'attention after 14 days')
      })
    },
  },
  {
    name: 'a new memory over the same store finds everything',
    async run(store) {
      await withMemory({ store }, async (memory) => {
        for (let index = 0; index < 50; index++) memory.write({ space: 's', entity: `e${index % 5}`, ...success })
      })
      await withMemory({ store, check: 'full' }, async (memory) => {
        expectEqual((await memory.summary()).megrams, 50, 'Megrams after reopening')
        expectClose((await memory.potentials('s', 'e3')).attention, 8, 'attention of a pair after reopening')
        expectEqual((await memory.verify()).damage, [], 'damage')
      })
    },
  },
  {
    name: 'range scans order times and stay within their tags',
    run(store) {
      return withMemory({ store }, async (memory) => {
        for (const at of [5, 36, 1_000_000, 35, 4]) {
          memory.write({ space: 's', entity: 'e', state: 'success', content: `at ${at}`, at })
        }
        memory.write({ space: 's', entity: 'e e', ...success })
        memory.write({ space: 's e', entity: 'e', ...success })
        memory.write({ space: 's', entity: 'e\u{10ffff}', ...success })
        const recent = await memory.recent('s', 'e', 10)
        expectEqual(
          recent.map(({ at }) => at),
          [1_000_000, 36, 35, 5, 4],
          'the times, newest first',
        )
      })
    },
  },
  {
    name: 'tags may be any well-formed Unicode',
    run(store) {
      return withMemory({ store }, async (memory) => {
        const tags = ['|', ' ', '!', '~', '\u0000', '\uffff', '漢字', '\u{1f600}', 'é', 'e\u0301', '~000041', '!41']
        for (const space of tags) for (const entity of tags) memory.write({ space, entity, ...success })
        for (const space of tags) {
          const { readings } = await memory.consult({ pairs: [], spaces: [space] })
          const entities = readings.flatMap(({ entity }) => entity ?? [])
          expectEqual([...entities].sort(), [...tags].sort(), `the entities of ${JSON.stringify(space)}`)
        }
      })
    },
  },
  {
    name: 'concurrent writes under one key count once',
    run(store) {
      return withMemory({ store }, async (memory) => {
        const write = () => memory.write({ space: 's', entity: 'e', key: 'once', ...success }).settled
        const outcomes = await Promise.all(Array.from({ length: 100 }, write))
        expectEqual(outcomes.filter(({ duplicate }) => !duplicate).length, 1, 'writes that counted')
        expectClose((await memory.potentials('s', 'e')).attention, 0.8, 'attention')
      })
    },
  },
  {
    name: 'forgetting leaves no key behind',
    async run(store) {
      await withMemory({ store }, async (memory) => {
        for (let index = 0; index < 20; index++) {
          memory.write({ space: 's', entity: 'secret', subject: 'alice', key: `k${index}`, ...success })
        }
        memory.write({ space: 's', entity: 'other', ...success })
        expectEqual((await memory.forget({ subject: 'alice' })).erased, 20, 'records erased')
        expectEqual((await memory.potentials('s', 'secret')).attention, 0, 'attention of what was forgotten')
        expectEqual((await memory.verify()).damage, [], 'damage')
      })
      for (const [key] of await createStoreAccess(store).page({})) {
        if (key.includes('secret') || key.includes('alice')) throw new Error(`the key ${key} was left behind`)
      }
    },
  },
  {
    name: 'namespaces do not meet',
    run(store) {
      return withMemory({ store, namespace: 'a' }, (a) =>
        withMemory({ store, namespace: 'a b' }, async (b) => {
          a.write({ space: 's', entity: 'e', ...success })
          expectEqual((await b.potentials('s', 'e')).attention, 0, "attention in the other's namespace")
          await b.forget({ space: 's' })
          expectClose((await a.potentials('s', 'e')).attention, 0.8, 'attention after the other forgot')
        }),
      )
    },
  },
  {
    name: 'readers see all of a batch or nothing of it',
    async run(store) {
      await store.open()
      const access = createStoreAccess(store)
      const range = { gte: 'a ', lt: 'b ' }
      const changes = Array.from({ length: 2000 }, (_, index): Change => [`a ${index}`, 'x'])
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
  },
]

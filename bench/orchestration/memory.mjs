/** A single Megram, written and awaited: to a store in memory, or, given a path, to LevelDB. */
import { createMemory } from '@artoo/sdk'
import { openMemory } from '@artoo/sdk/node'

export function contender({ path }) {
  const opened = path ? openMemory({ path }) : Promise.resolve(createMemory())
  const megram = { space: 'tool:add', entity: 'path:invoices', state: 'success', content: 'It gave the total.' }
  return {
    async task() {
      const memory = await opened
      await memory.write(megram).settled
      return 0
    },
    close: async () => (await opened).close(),
  }
}

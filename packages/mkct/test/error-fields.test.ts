import { createMemory } from '@artoo/mkct'
import { sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

test('an error about the store, or about what is imported, says so in its field', async () => {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const memory = createMemory({ store, ids: sequentialIds('m') })
  await memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled
  for await (const [key, value] of store.iterator()) {
    if (key.startsWith('default e ')) await store.put(key, value.slice(1))
    if (key.startsWith('default x ')) await store.put(key, '{}')
  }
  await expect(memory.get('m-1')).rejects.toMatchObject({ code: 'record_damaged', field: 'store' })
  await expect(memory.explain('s', 'e')).rejects.toMatchObject({ code: 'record_damaged', field: 'store' })
  await expect(memory.import(['{"format":"artoo-memory","version":2}'])).rejects.toMatchObject({
    code: 'schema_unsupported',
    field: 'lines',
  })
  await memory.close()
})

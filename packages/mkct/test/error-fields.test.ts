import { createMemory, type Memory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
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

const megram = { space: 's', entity: 'e', state: 'success', content: 'x' } as const

test.each<[string, (memory: Memory) => unknown, string, string]>([
  ['write()', (memory) => memory.write(undefined as never), 'invalid_megram', 'options'],
  ['write({})', (memory) => memory.write({} as never), 'invalid_megram', 'space'],
  [
    'write with subjects',
    (memory) => memory.write({ ...megram, subjects: ['bob'] } as never),
    'invalid_megram',
    'subjects',
  ],
  ['remember()', (memory) => memory.remember(undefined as never), 'invalid_megram', 'options'],
  ['remember with a level', (memory) => memory.remember({ ...megram, level: 'C' } as never), 'invalid_megram', 'level'],
  ['feedback()', (memory) => memory.feedback('m-1', undefined as never), 'invalid_megram', 'options'],
  [
    'feedback without a word',
    (memory) => memory.feedback('m-1', { content: 'x' } as never),
    'invalid_megram',
    'agrees',
  ],
  ['consult()', (memory) => memory.consult(undefined as never), 'invalid_query', 'options'],
  ['consult({})', (memory) => memory.consult({} as never), 'invalid_query', 'pairs'],
  ['consult of a null', (memory) => memory.consult({ pairs: [null], spaces: [] } as never), 'invalid_query', 'pairs'],
  ['consult of space', (memory) => memory.consult({ pairs: [], space: ['s'] } as never), 'invalid_query', 'space'],
  ['forget()', (memory) => memory.forget(undefined as never), 'empty_selector', 'selector'],
  ['forget({})', (memory) => memory.forget({}), 'empty_selector', 'selector'],
  [
    'forget of an undefined subject',
    (memory) => memory.forget({ space: 's', subject: undefined } as never),
    'empty_selector',
    'subject',
  ],
  ['forget of a user', (memory) => memory.forget({ space: 's', user: 'bob' } as never), 'unknown_selector', 'user'],
  ['dream with distil', (memory) => memory.dream({ distil: () => null } as never), 'invalid_option', 'distil'],
  ['import()', (memory) => memory.import(undefined as never), 'invalid_import', 'lines'],
  ['potentials()', (memory) => memory.potentials(undefined as never, 'e'), 'invalid_megram', 'space'],
  ['createMemory', () => createMemory({ queuelimit: 1 } as never), 'invalid_option', 'queuelimit'],
  ['openMemory()', () => openMemory(undefined as never), 'invalid_option', 'options'],
  ['openMemory({})', () => openMemory({} as never), 'invalid_option', 'path'],
  ['openMemory with a store', () => openMemory({ path: 'x', store: 1 } as never), 'invalid_option', 'store'],
])('%s fails with a code and a field, and changes nothing', async (_, call, code, field) => {
  const memory = createMemory({ ids: sequentialIds('m') })
  await memory.write({ ...megram, subject: 'alice' }).settled
  await expect((async () => call(memory))()).rejects.toMatchObject({ name: 'ArtooError', code, field })
  expect((await memory.summary()).megrams).toBe(1)
  await memory.close()
})

test('an unknown name is answered with the nearest right one', async () => {
  const memory = createMemory()
  expect(() => memory.write({ ...megram, subjects: ['bob'] } as never)).toThrow('did you mean subject?')
  await expect(memory.forget({ entitty: 'e' } as never)).rejects.toThrow('did you mean entity?')
  await memory.close()
})

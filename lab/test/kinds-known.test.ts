import { createMemory } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { withKindsKnown } from '../src/memory/kinds-known.js'

test('a memory that knows the kinds finds a lesson under other words, and none of another kind under the same', async () => {
  let kind = 'paid invoices'
  const memory = withKindsKnown(createMemory(), () => kind)
  memory.write({ space: 'intent:list-them', entity: 'tool:scan', content: 'it did', state: 'accept' })
  const asked = { space: 'intent:in-other-words', entity: 'tool:scan' }
  const consulted = async () => (await memory.consult({ pairs: [asked], spaces: ['tool:scan'] })).readings
  expect(await consulted()).toContainEqual(expect.objectContaining({ ...asked, lesson: 'it did' }))
  kind = 'overdue invoices'
  expect(await consulted()).toContainEqual(expect.objectContaining({ ...asked, lesson: null }))
  await memory.close()
})

/** A host that ends, without closing anything, while its slow loop waits for a model that never answers. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, createMemory } from '@artoo/sdk'

const memory = createMemory()
for (const index of Array(7).keys()) {
  const lesson = { space: 'intent:greet', entity: 'env:local', state: 'accept', content: `${index}` } as const
  await memory.write(lesson).settled
}
const silent = scriptedModel({})
const model = {
  id: 'silent',
  generate(...given: Parameters<typeof silent.generate>) {
    console.log('asked')
    clearInterval(waiting)
    return new Promise<never>(() => void given)
  },
}
const waiting = setInterval(() => {}, 1_000)
createArtoo({ model, memory, dreamer: { intervalMs: 5 } })

/** Settings of the models: of the instance, of one tier, of one run. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'

const model = scriptedModel({ text: [{ text: 'A haiku.' }, { text: 'Another one.' }] })
const artoo = createArtoo({
  model,
  depth: 'direct',
  settings: { temperature: 0.2, brain: { reasoningEffort: 'high' } },
})
await artoo.run('Write a haiku.')
await artoo.run('Write another one.', { settings: { temperature: 1 } })
await artoo.close()
console.log(model.requests.map(({ settings }) => settings?.temperature))

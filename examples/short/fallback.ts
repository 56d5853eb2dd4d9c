/** A second model, which is asked while the first is down. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, ProviderError } from '@artoo/sdk'

const error = new ProviderError('provider_unavailable', 'overloaded', { status: 503 })
const primary = scriptedModel({ text: { error } }, { id: 'primary', repeatLast: true })
const backup = scriptedModel({ text: { text: 'It is 4 °C.' } }, { id: 'backup' })
const artoo = createArtoo({ model: [primary, backup], depth: 'direct', limits: { modelRetries: 0 } })
const run = artoo.run('How cold is it in Oslo?')
const { output } = await run
for (const event of run.events) {
  if (event.type === 'ModelFallback') console.log(`${event.payload.from} is down, ${event.payload.to} is asked`)
}
console.log(output)
await artoo.close()

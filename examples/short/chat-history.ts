/** A chat whose last message is the task. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'

const model = scriptedModel({ text: { text: '39 °F.' } })
const artoo = createArtoo({ model, depth: 'direct' })
const { output } = await artoo.run({
  messages: [
    { role: 'user', content: 'How cold is it in Oslo?' },
    { role: 'assistant', content: 'It is 4 °C.' },
    { role: 'user', content: 'And in Fahrenheit?' },
  ],
})
console.log(output)
await artoo.close()

/** Data of a schema, shown while the model writes it, and the reasoning before it. */
import { setTimeout } from 'node:timers/promises'
import { createArtoo, type LanguageModel } from '@artoo/sdk'
import { z } from 'zod'

// In place of a real model that streams.
const pieces = ['{"criteria":[],"subtasks":[],"answer":{"title":"Em', 'ma","year":18', '15}}']
const model: LanguageModel = {
  ...{ id: 'writer', streams: true },
  async generate(_, { onReasoning, onText }) {
    onReasoning?.('A novel by Jane Austen.')
    for (const piece of pieces) await setTimeout(1, onText?.(piece))
    return { text: pieces.join(''), toolCalls: [], finishReason: 'stop' }
  },
}
const artoo = createArtoo({ model })
const run = artoo.run('Which novel?', { output: z.object({ title: z.string(), year: z.number() }) })
for await (const piece of run.answer) {
  if (piece.type === 'reasoning_delta') console.log(piece.text)
  if (piece.type === 'answer_value') console.log(JSON.stringify(piece.value))
}
await artoo.close()

/** A tool that tells how far it has come. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { z } from 'zod'

const copy = defineTool({
  ...{ name: 'copy', description: 'Copies the photos.', input: z.object({}), effect: 'repeatable' },
  async execute(_, { onProgress }) {
    for (let done = 1; done <= 3; done++) onProgress({ message: 'copying', done, total: 3 })
    return 'copied 3 photos'
  },
})
const model = scriptedModel({ text: [{ toolCalls: [{ name: 'copy', input: {} }] }, { text: 'All are copied.' }] })
const artoo = createArtoo({ model, tools: [copy], depth: 'direct' })
for await (const event of artoo.run('Copy my photos.')) {
  if (event.type === 'ToolProgress') console.log(`${event.payload.message}: ${event.payload.done}`)
}
await artoo.close()

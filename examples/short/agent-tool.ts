/** An agent behind a tool: a task of its own, on its caller's budget, whose events stand under the caller's. */
import { scriptedModel } from '@artoo/llm/testing'
import { agentTool, createArtoo, usageByRole } from '@artoo/sdk'

const translator = agentTool({
  name: 'translator',
  description: 'Translates a text into French.',
  model: scriptedModel({ text: { text: 'Bonjour.' } }),
  depth: 'direct',
})
const call = { toolCalls: [{ name: 'translator', input: { task: 'Translate: Hello.' } }] }
const model = scriptedModel({ text: [call, { text: 'In French it is “Bonjour”.' }] })
const artoo = createArtoo({ model, tools: [translator], depth: 'direct' })
const run = artoo.run('What is “Hello” in French?')
console.log((await run).output)
console.log(usageByRole(run.events).R3?.modelCalls, 'model calls, those of the translator included')
await artoo.close()

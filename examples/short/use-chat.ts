/** The route behind `useChat` of the AI SDK. */
import { scriptedModel } from '@artoo/llm/testing'
import { type ChatMessage, createArtoo, memoryJournal } from '@artoo/sdk'
import { answersIn, toResponse } from '@artoo/ui'

const model = scriptedModel({ text: { text: 'It is 4 °C.' } })
const artoo = createArtoo({ model, depth: 'direct', journal: memoryJournal() })

async function POST(request: Request) {
  const { messages } = (await request.json()) as { messages: ChatMessage[] }
  const answered = answersIn(messages)
  const run = answered ? artoo.resume(answered.taskId, { answers: answered.answers }) : artoo.run({ messages })
  return toResponse(run, { originalMessages: messages })
}

// A page would send this by `useChat`.
const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How cold is it in Oslo?' }] }]
const request = new Request('http://localhost/api/chat', { method: 'POST', body: JSON.stringify({ messages }) })
const response = await POST(request)
console.log(response.headers.get('content-type'))
console.log((await response.text()).match(/"delta":"(.*?)"/)?.[1])
await artoo.close()

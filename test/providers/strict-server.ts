import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { turnFor, whoAsks } from './script.js'

interface Call {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly Call[]
  readonly tool_call_id?: string
}

/**
 * Chat completions with the rules that strict providers have: tool-call ids match `^[a-zA-Z0-9_-]+$` and are unique in the
 * conversation, every call is answered right after it and nothing else is, no message is empty. Its own model breaks the
 * first two: it calls every call `functions.lookup:0`.
 */
export async function strictServer() {
  const refusals: string[] = []
  let answered = 0
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await bodyOf(request)) as { readonly messages: readonly ChatMessage[] }
    const problem = problemWith(messages)
    if (problem !== null) {
      refusals.push(problem)
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: problem, type: 'invalid_request_error' } }))
      return
    }
    answered++
    stream(response, messages)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    refusals,
    get answered() {
      return answered
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function problemWith(messages: readonly ChatMessage[]): string | null {
  const seen = new Set<string>()
  let open: string[] = []
  for (const [index, { role, content, tool_calls: calls = [], tool_call_id: answers = '' }] of messages.entries()) {
    const at = `messages.${index}`
    if (!content && calls.length === 0) return `${at}: must not be empty`
    if (role !== 'tool' && open.length > 0) return `${at}: tool calls ${open.join(', ')} were not answered`
    if (role === 'tool' && !open.includes(answers)) return `${at}: ${answers} answers no call`
    open = open.filter((id) => id !== answers)
    for (const { id } of calls) {
      if (seen.has(id) || !/^[a-zA-Z0-9_-]+$/.test(id)) {
        return `${at}: tool call id ${id} must match ^[a-zA-Z0-9_-]+$ and not be used before`
      }
      seen.add(id)
      open.push(id)
    }
  }
  return open.length > 0 ? `tool calls ${open.join(', ')} were not answered` : null
}

function stream(response: ServerResponse, messages: readonly ChatMessage[]): void {
  const prompt = messages.map(({ content }) => content).join('\n')
  const results = messages.filter(({ role }) => role === 'tool').length
  // Two turns with two calls each, so that ids meet again.
  const turn = turnFor(whoAsks(prompt), results >= 4)
  const send = (delta: object, finish_reason: string | null = null) => {
    response.write(
      `data: ${JSON.stringify({ id: 'c-1', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    )
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if ('json' in turn) send({ role: 'assistant', content: JSON.stringify(turn.json) })
  else {
    send({
      role: 'assistant',
      tool_calls: turn.calls.map(({ name, input }, index) => ({
        index,
        id: 'functions.lookup:0',
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    })
  }
  send({}, 'json' in turn ? 'stop' : 'tool_calls')
  response.end('data: [DONE]\n\n')
}

import type { LanguageModel, Message, ModelRequest, ModelResponse, ToolCall } from '@artoo/spec'
import * as z from 'zod'
import { findJson } from './extract-json.js'

/** What is put into words instead of being handed to the model as such. */
export interface InWords {
  readonly tools: boolean
  readonly output: boolean
}

/**
 * A model that knows nothing of tools, of output schemas, or of both: they stand in the prompt as text, and calls are
 * read from the answer. To its caller it behaves as one that knows them.
 */
export function textProtocol(model: LanguageModel, inWords: InWords): LanguageModel {
  return {
    id: model.id,
    get streams() {
      return model.streams
    },
    async generate(request, options) {
      const response = await model.generate(worded(request, inWords), options)
      return inWords.tools && request.tools?.length ? withToolCalls(response) : response
    },
  }
}

/** The request as such a model can read it. */
export function worded(request: ModelRequest, { tools: toolsInWords, output: outputInWords }: InWords): ModelRequest {
  const { messages, tools = [], output, ...rest } = request
  const [instructions, conversation] = splitInstructions(messages)
  const added = [
    ...(toolsInWords && tools.length > 0 ? [toolsText(tools)] : []),
    ...(outputInWords && output ? [outputText(output)] : []),
  ]
  return {
    ...rest,
    messages: [
      ...withText(instructions, added),
      ...(toolsInWords ? conversation.flatMap(spoken).reduce(joinUserMessages, []) : conversation),
    ],
    ...(!toolsInWords && tools.length > 0 && { tools }),
    ...(!outputInWords && output && { output }),
  }
}

function toolsText(tools: NonNullable<ModelRequest['tools']>): string {
  return `You can call tools. To call some, answer with one JSON object and nothing else:
{"tool_calls": [{"name": a tool's name, "input": its arguments}]}
The results come with the next message. The tools, with the JSON Schema of their input:
${tools.map((tool) => JSON.stringify(tool)).join('\n')}
When you need no tool any more, give your answer without "tool_calls".`
}

function outputText({ name, schema }: NonNullable<ModelRequest['output']>): string {
  return `Your answer (${name}) is one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
}

function splitInstructions(messages: readonly Message[]): readonly [readonly Message[], readonly Message[]] {
  const end = messages.findIndex((message) => message.role !== 'system')
  return end === -1 ? [messages, []] : [messages.slice(0, end), messages.slice(end)]
}

function withText(instructions: readonly Message[], added: readonly string[]): readonly Message[] {
  if (added.length === 0) return instructions
  const content = [...instructions.map((message) => message.content), ...added].join('\n\n')
  return [{ role: 'system', content }]
}

/** Tool calls and results as the protocol words them. */
function spoken(message: Message): readonly Message[] {
  if (message.role === 'tool') {
    const { name, content } = message
    return [{ role: 'user', content: JSON.stringify({ tool_result: { name, output: content } }) }]
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length) return [message]
  const calls = JSON.stringify({ tool_calls: message.toolCalls.map(({ name, input }) => ({ name, input })) })
  const content = [message.content, calls].filter(Boolean).join('\n')
  return [{ role: 'assistant', content, opaque: message.opaque }]
}

/** Many models want user and assistant to take turns. */
function joinUserMessages(messages: readonly Message[], message: Message): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'user' || message.role !== 'user') return [...messages, message]
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n${message.content}` }]
}

const called = z.object({
  tool_calls: z.array(z.object({ name: z.string(), input: z.unknown().default({}) })).min(1),
})

function withToolCalls(response: ModelResponse): ModelResponse {
  const parsed = called.safeParse(jsonIn(response))
  if (!parsed.success) return response
  const toolCalls = parsed.data.tool_calls.map(({ name, input }, index): ToolCall => {
    return { id: `call_${index + 1}`, name, input }
  })
  // What was said around the calls is repeated with them, so the calls themselves are not part of the text.
  return { ...response, text: '', toolCalls, finishReason: 'tool_calls' }
}

/** A call that was cut off is none: its arguments would be carried out by half. */
function jsonIn({ text, finishReason }: ModelResponse): unknown {
  try {
    const { value, cut } = findJson(text)
    return cut && finishReason !== 'stop' ? undefined : value
  } catch {
    return undefined
  }
}

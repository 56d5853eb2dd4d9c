import type { LanguageModel, Message, ModelRequest } from '@artoo/spec'
import { estimateTokens, inputTokensOf, withEstimates } from '../usage/estimate-tokens.js'
import { wrappedModel } from '../wrapped-model.js'
import { withToolCalls } from './tool-calls-in-text.js'

/** The features that are described in the prompt instead of being passed to the model. */
export interface InWords {
  readonly tools: boolean
  readonly output: boolean
}

/**
 * A model that knows nothing of tools, of output schemas, or of both: they stand in the prompt as text, and calls are
 * read from the answer. To its caller it behaves as one that knows them.
 */
export function textProtocol(model: LanguageModel, inWords: InWords): LanguageModel {
  return wrappedModel(model, async (request, options) => {
    const asked = worded(request, inWords)
    const response = await model.generate(asked, options)
    // The bill is for the words that were said, of which the calls are only a part.
    const usage = withEstimates(response.usage, inputTokensOf(asked), estimateTokens(response.text))
    const offered = inWords.tools ? offeredIn(request) : []
    return { ...(offered.length > 0 ? withToolCalls(response, offered) : response), usage }
  })
}

/** The tools that may be called: in words, calls and results need no description. */
const offeredIn = ({ tools = [], toolChoice }: ModelRequest) => (toolChoice === 'none' ? [] : tools)

/** The request as such a model can read it. */
export function worded(request: ModelRequest, inWords: InWords): ModelRequest {
  const { messages, tools = [], toolChoice, output, ...rest } = request
  const [instructions, conversation] = splitInstructions(messages)
  const protocol = protocolText(inWords.tools ? offeredIn(request) : [], inWords.output ? output : undefined)
  return {
    ...rest,
    messages: [
      ...withText(instructions, protocol),
      ...(inWords.tools ? spoken(conversation).reduce(joinUserMessages, []) : conversation),
    ],
    ...(!inWords.tools && tools.length > 0 && { tools, ...(toolChoice && { toolChoice }) }),
    ...(!inWords.output && output && { output }),
  }
}

type Tools = NonNullable<ModelRequest['tools']>

function protocolText(tools: Tools, output: ModelRequest['output']): string {
  const schema = output && JSON.stringify(output.schema)
  if (tools.length === 0) {
    return output
      ? `Answer with one JSON object and nothing else: the ${output.name}, which fits this JSON Schema:\n${schema}`
      : ''
  }
  const answer = output
    ? `one JSON object: the ${output.name}, which fits this JSON Schema:\n${schema}`
    : 'your answer.'
  return `There are two ways to answer.
To call tools, one JSON object and nothing else: {"tool_calls": [{"name": a tool's name, "input": its arguments}]}
Stop there: the results come with the next message, one line for each call: {"tool_result": {"call": 1, "name", "output"}}. Never write a result yourself.
When you need no tool any more, ${answer}

The tools, with the JSON Schema of their input:
${tools.map((tool) => JSON.stringify(tool)).join('\n')}`
}

function splitInstructions(messages: readonly Message[]): readonly [readonly Message[], readonly Message[]] {
  const end = messages.findIndex((message) => message.role !== 'system')
  return end === -1 ? [messages, []] : [messages.slice(0, end), messages.slice(end)]
}

function withText(instructions: readonly Message[], protocol: string): readonly Message[] {
  if (protocol === '') return instructions
  return [{ role: 'system', content: [...instructions.map(({ content }) => content), protocol].join('\n\n') }]
}

/** A conversation with its tool calls and results as the protocol words them. */
function spoken(conversation: readonly Message[]): readonly Message[] {
  let call = 0
  return conversation.map((message): Message => {
    call = message.role === 'tool' ? call + 1 : 0
    if (message.role === 'tool') {
      const { name, content: output } = message
      return { role: 'user', content: JSON.stringify({ tool_result: { call, name, output } }) }
    }
    if (message.role !== 'assistant' || !message.toolCalls?.length) return message
    const calls = JSON.stringify({ tool_calls: message.toolCalls.map(({ name, input }) => ({ name, input })) })
    const content = [message.content, calls].filter(Boolean).join('\n')
    return { role: 'assistant', content, opaque: message.opaque }
  })
}

/** Many models want user and assistant to take turns. */
function joinUserMessages(messages: readonly Message[], message: Message): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'user' || message.role !== 'user') return [...messages, message]
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n${message.content}` }]
}

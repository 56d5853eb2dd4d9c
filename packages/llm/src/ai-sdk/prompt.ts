import type { Json, Message } from '@artoo/spec'
import { type Fields, fieldsOf, type Part, type PromptMessage } from './ai-sdk-model.js'

/** The content of an answer as the provider gave it, for the message that repeats it. */
export interface RememberedContent {
  /** The id of the model that wrote it: another one could not read its signatures. */
  readonly model: string
  readonly content: readonly Part[]
}

/** Tool-call ids that every provider takes. */
const validId = /^[a-zA-Z0-9_-]+$/

/** Messages as an AI SDK prompt; of an answer of this very model all that it said is repeated: reasoning and signatures too. */
export function promptOf(messages: readonly Message[], modelId: string): PromptMessage[] {
  const prompt: PromptMessage[] = []
  const ids = new Map<string, string>()
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.content })
        break
      case 'user':
        prompt.push({ role: 'user', content: [{ type: 'text', text: message.content }] })
        break
      case 'assistant':
        prompt.push({ role: 'assistant', content: assistantContent(message, modelId, ids) })
        break
      case 'tool': {
        const { toolCallId, name, content } = message
        const output = { type: 'text', value: content }
        const part = { type: 'tool-result', toolCallId: ids.get(toolCallId) ?? toolCallId, toolName: name, output }
        const last = prompt.at(-1)
        if (last?.role === 'tool') prompt.splice(-1, 1, { role: 'tool', content: [...last.content, part] })
        else prompt.push({ role: 'tool', content: [part] })
        break
      }
      default:
        message satisfies never
    }
  }
  return prompt
}

/**
 * `ids` learns under which id each call is known to the provider: its own, which its stored reasoning may refer to, or
 * ours when it repeats its ids or gave one that others refuse.
 */
function assistantContent(
  { content, toolCalls = [], opaque }: Extract<Message, { role: 'assistant' }>,
  modelId: string,
  ids: Map<string, string>,
): readonly Part[] {
  const remembered = rememberedContent(opaque, modelId)
  const theirs = remembered.filter(({ type }) => type === 'tool-call')
  const calls = toolCalls.map(({ id, name, input }, index): Part => {
    const known = theirs[index]
    const own = String(known?.toolCallId ?? '')
    const isFree = validId.test(own) && ![...ids.values()].includes(own)
    ids.set(id, isFree ? own : id)
    const toolCall = { type: 'tool-call', toolCallId: isFree ? own : id, toolName: name, input: input ?? {} }
    return { ...toolCall, ...(known && providerOptions(known)) }
  })
  if (remembered.length === 0) return [...(content === '' ? [] : [{ type: 'text', text: content }]), ...calls]
  let next = 0
  return remembered.flatMap((part): readonly Part[] => {
    if (part.type === 'tool-call') return calls[next] ? [calls[next++] as Part] : []
    const { providerMetadata: _, ...rest } = part
    return [{ ...rest, type: part.type, ...providerOptions(part) }]
  })
}

function providerOptions({ providerMetadata }: Fields): { providerOptions?: unknown } {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

const repeatable: readonly string[] = ['text', 'reasoning', 'tool-call', 'custom']

export function rememberContent(content: readonly Part[], model: string): Json {
  const kept = content.filter(({ type, providerExecuted }) => repeatable.includes(type) && providerExecuted !== true)
  // Through JSON, because a provider's metadata may hold undefined, dates and the like, which a journal can't.
  return JSON.parse(JSON.stringify({ model, content: kept })) as Json
}

function rememberedContent(opaque: Json | undefined, modelId: string): readonly Part[] {
  const { model, content } = fieldsOf(opaque)
  return model === modelId && Array.isArray(content) ? (content as readonly Part[]) : []
}

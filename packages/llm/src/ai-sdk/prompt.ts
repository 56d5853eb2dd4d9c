import type { Message } from '@artoo/spec'
import { type Fields, fieldsOf, type Part, type PromptMessage } from './ai-sdk-model.js'
import { type CallIds, callIds } from './call-ids.js'
import { rememberedContent } from './remembered-content.js'

/** Messages as an AI SDK prompt; of an answer of this very model all that it said is repeated: reasoning and signatures too. */
export function promptOf(messages: readonly Message[], modelId: string): PromptMessage[] {
  const prompt: PromptMessage[] = []
  const ids = callIds()
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.content })
        break
      case 'user': {
        const last = prompt.at(-1)
        const spoken = last?.role === 'tool' && refusesWords.test(modelId) ? withWords(last, message.content) : null
        if (spoken) prompt.splice(-1, 1, spoken)
        else prompt.push({ role: 'user', content: [{ type: 'text', text: message.content }] })
        break
      }
      case 'assistant':
        prompt.push({ role: 'assistant', content: assistantContent(message, modelId, ids) })
        break
      case 'tool': {
        const { toolCallId, name, content } = message
        const output = { type: 'text', value: content }
        const part = { type: 'tool-result', toolCallId: ids.ofResult(toolCallId), toolName: acceptable(name), output }
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

/** Families of models whose servers take no words of the user right after the results of tools. */
const refusesWords = /mi[sx]tral|codestral|devstral|magistral|ministral|pixtral/i

/** The results of tools with the user's words at the end of the last one. */
function withWords(results: Extract<PromptMessage, { role: 'tool' }>, words: string): PromptMessage | null {
  const last = results.content.at(-1)
  const { value } = fieldsOf(last?.output)
  if (!last || typeof value !== 'string') return null
  const output = { type: 'text', value: `${value}\n\n[The user:]\n${words}` }
  return { ...results, content: [...results.content.slice(0, -1), { ...last, output }] }
}

function assistantContent(
  { content, toolCalls = [], opaque }: Extract<Message, { role: 'assistant' }>,
  modelId: string,
  ids: CallIds,
): readonly Part[] {
  const remembered = withText(rememberedContent(opaque, modelId), content)
  const theirs = remembered.filter(({ type }) => type === 'tool-call')
  ids.nextAnswer()
  const calls = toolCalls.map(({ id, name, input }, index): Part => {
    const known = theirs[index]
    const toolCallId = ids.ofCall(id, String(known?.toolCallId ?? ''))
    return {
      type: 'tool-call',
      toolCallId,
      toolName: acceptable(name),
      input: asObject(input),
      ...(known && providerOptions(known)),
    }
  })
  if (remembered.length === 0) return [...(content.trim() === '' ? [] : [{ type: 'text', text: content }]), ...calls]
  let next = 0
  return remembered.flatMap((part): readonly Part[] => {
    if (part.type === 'tool-call') return calls[next] ? [calls[next++] as Part] : []
    // Providers refuse an empty or blank text.
    if (part.type === 'text' && String(part.text).trim() === '' && part.providerMetadata === undefined) return []
    const { providerMetadata: _, ...rest } = part
    return [{ ...rest, type: part.type, ...providerOptions(part) }]
  })
}

/**
 * Replaces the remembered text by `content` if they differ: an answer with calls in words loses the text that the model
 * invented after them.
 */
function withText(remembered: readonly Part[], content: string): readonly Part[] {
  const isText = ({ type }: Part) => type === 'text'
  const said = remembered.filter(isText).map(({ text }) => text)
  if (remembered.length === 0 || said.join('') === content) return remembered
  return [...remembered.filter((part) => !isText(part)), { type: 'text', text: content }]
}

/** Arguments that were no JSON, or no object, are refused by providers when they are repeated. */
function asObject(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
}

function providerOptions({ providerMetadata }: Fields): { providerOptions?: unknown } {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

/** A model may call what no tool can be called; servers refuse to have that repeated to them. */
function acceptable(toolName: string): string {
  return toolName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || '_'
}

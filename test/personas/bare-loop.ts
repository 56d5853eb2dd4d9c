import type { Clock, LanguageModel, Message, Tool } from '@artoo/spec'
import { type Confirm, runToolCall } from '@artoo/tools'

const instruction = 'You are a helpful agent. Do what the user asks with the tools, then answer.'

export interface BareLoop {
  readonly model: LanguageModel
  readonly tools: readonly Tool[]
  readonly clock: Clock
  readonly confirm: Confirm
  readonly timeMs: number
  readonly turns: number
  /** Handed to tools. @defaultValue none */
  readonly context?: unknown
}

/**
 * What everybody writes first: calls the model until it calls no tool any more. Null when that never comes. Words after an answer go on
 * with `messages`, which grow.
 */
export async function bareLoop(words: string, loop: BareLoop, messages: Message[] = []): Promise<string | null> {
  const { model, tools, clock, confirm, timeMs, turns, context = null } = loop
  const { signal } = new AbortController()
  const end = clock.now() + timeMs
  if (messages.length === 0) messages.push({ role: 'system', content: instruction })
  messages.push({ role: 'user', content: words })
  const offered = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const options = { signal, taskId: 'bare', context, confirm, timeoutMs: 60_000, clock }
  for (let turn = 0; turn <= turns; turn++) {
    const reply = await model.generate({ messages: [...messages], tools: offered }, { signal }).catch(() => null)
    if (reply === null || clock.now() > end) return null
    const { text, toolCalls } = reply
    if (toolCalls.length === 0) {
      messages.push({ role: 'assistant', content: text })
      return text
    }
    messages.push({ role: 'assistant', content: text, toolCalls })
    for (const { id, name, input } of toolCalls) {
      const tool = tools.find((one) => one.name === name)
      const outcome = tool
        ? await runToolCall(tool, input, options)
        : { status: 'error', output: 'no such tool', code: 'unknown_tool' }
      const { status, output, code } = outcome
      const content = status === 'ok' ? output : JSON.stringify({ error: code, output })
      messages.push({ role: 'tool', toolCallId: id, name, content })
    }
  }
  return null
}

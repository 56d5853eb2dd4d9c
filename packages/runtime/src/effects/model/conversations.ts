import { ArtooError, type Json, type Message, type ToolCall } from '@artoo/spec'
import { type FittedConversation, type Fitting, fitConversation } from './fit-conversation.js'

export interface Conversation extends FittedConversation {
  /** Names of the tools of the last request that offered any: its calls and results are about those. */
  readonly tools: readonly string[]
  /** Takes in the model's answer, null for none. The conversation can't go on before. */
  answer(said: Message | null): void
}

interface Going extends Fitting {
  /** True to continue the conversation of the id; otherwise a new one begins. */
  readonly continues: boolean
  /** Names of the tools that are offered now. @defaultValue none */
  readonly tools?: readonly string[]
}

export interface Conversations {
  /**
   * Adds messages to a conversation, and returns it for the model, as far as there is room.
   *
   * @throws {ArtooError} `unknown_conversation` for one that never began, `conversation_busy` while the model has the word,
   * `conversation_too_long` for one that can't be cut to its room; it is then as it was before.
   */
  ask(id: readonly string[], messages: readonly Message[], options: Going): Conversation
}

/** The conversations of a run, folded from requests and replies, so that each text is sent and logged once. */
export function createConversations(room: number): Conversations {
  const known = new Map<string, { messages: readonly Message[]; tools: readonly string[]; busy: boolean }>()
  return {
    ask(names, added, { continues, recall, aim, tools: offered = [] }) {
      const id = JSON.stringify(names)
      const before = continues ? known.get(id) : { messages: [], tools: [], busy: false }
      const name = names.join(' ')
      if (!before) {
        throw new ArtooError('unknown_conversation', `${name} has no conversation to go on with: begin one`)
      }
      if (before.busy) throw new ArtooError('conversation_busy', `${name} has not been answered yet: wait for it`)
      const { messages, cut } = fitConversation([...before.messages, ...added], room, { recall, aim })
      const tools = offered.length > 0 ? offered : before.tools
      const conversation = { messages: Object.freeze(messages), tools, busy: true }
      known.set(id, conversation)
      return {
        messages: conversation.messages,
        tools,
        cut,
        answer(said) {
          conversation.busy = false
          if (said) conversation.messages = Object.freeze([...conversation.messages, said])
        },
      }
    },
  }
}

/** The model's own words, as the conversation repeats them to it. */
export function saidBy(reply: {
  readonly text: string
  readonly opaque?: Json | undefined
  readonly toolCalls?: readonly ToolCall[] | undefined
}): Message {
  const { text: content, opaque, toolCalls } = reply
  return toolCalls ? { role: 'assistant', content, toolCalls, opaque } : { role: 'assistant', content, opaque }
}

import { ArtooError, type Json, type Message, type ToolCall } from '@artoo/spec'
import { type FittedConversation, type Fitting, fitConversation } from './fit-conversation.js'

export interface Conversation extends FittedConversation {
  /** The tools that it was last offered some of, by name: those that its calls and results are about. */
  readonly tools: readonly string[]
  /** What the model says to it; a conversation waits for that before it goes on. */
  answer(said: Message | null): void
}

interface Going extends Fitting {
  /** It goes on with what was said under the id; otherwise it begins anew. */
  readonly continues: boolean
  /** Names of the tools that are offered now. @defaultValue none */
  readonly tools?: readonly string[]
}

export interface Conversations {
  /**
   * All that was said so far, for the model, as far as there is room.
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

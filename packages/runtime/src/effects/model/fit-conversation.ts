import { frozenCopy } from '@artoo/bus'
import { ArtooError, type Message } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'

export interface FittedConversation {
  readonly messages: readonly Message[]
  /** The amount that was taken from older messages to make room, in characters; null when nothing was. */
  readonly cut: { readonly shortened: number; readonly characters: number; readonly left: number } | null
}

/**
 * The share of the room that a conversation may fill after a cut. Much less than 1, since a provider's cache begins
 * anew where messages have changed: a conversation that fills the room would change them at each turn.
 */
const shareLeft = 0.6

/** Characters of a result that is worth leaving out: its note has fewer. */
const longResult = 256

/** Bytes that are kept of another text. */
const shortText = 2_048

/** A tool that shows a result again. */
interface Recall {
  /** Takes the id of the call whose result is wanted. */
  readonly tool: string
  /** Tools whose results it does not have: their calls can be made again at no cost. */
  readonly besides: readonly string[]
}

export interface Fitting {
  /** Named in the note for each result that is left out. @defaultValue the note asks for the call to be made again */
  readonly recall?: Recall | undefined
  /** Characters to which the conversation is cut, as far as results of tools go. @defaultValue the room */
  readonly aim?: number | undefined
}

/**
 * A conversation that fits its room. When it is too long, the oldest messages are shortened: first the results of
 * tools, then other long texts and the arguments of calls, at last the opaque data of the provider. All messages are
 * kept, each call with its result. The messages before the model's first one stay as they are, and so do its last one
 * and all that follow. A pure function: the same conversation in the same room is cut alike.
 *
 * @throws {ArtooError} `conversation_too_long` when the messages that must stay take more than the room.
 */
export function fitConversation(
  messages: readonly Message[],
  room: number,
  { recall, aim = room }: Fitting = {},
): FittedConversation {
  const sizes = messages.map(sizeOf)
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const most = Math.min(room, aim)
  if (characters <= most) return { messages, cut: null }

  const isAnswer = ({ role }: Message) => role === 'assistant'
  const begin = messages.findIndex(isAnswer)
  const end = messages.findLastIndex(isAnswer)
  const shorter = [...messages]
  let left = characters
  const stages = [
    { shorten: withoutResult(recall), most },
    { shorten: withShortTexts, most: room },
    { shorten: withoutOpaque, most: room },
  ]
  for (const { shorten, most } of stages) {
    if (left <= most) break
    for (let at = begin; at < end && left > shareLeft * most; at++) {
      const message = shorten(shorter[at] as Message)
      const saved = (sizes[at] ?? 0) - sizeOf(message)
      if (saved <= 0) continue
      shorter[at] = frozenCopy(message)
      sizes[at] = sizeOf(message)
      left -= saved
    }
  }
  if (left > room) throw tooLong(left, room, begin === -1)
  const shortened = shorter.filter((message, at) => message !== messages[at]).length
  return { messages: shorter, cut: shortened > 0 ? { shortened, characters, left } : null }
}

function sizeOf(message: Message): number {
  if (message.role !== 'assistant') return message.content.length
  const { content, toolCalls = [], opaque = '' } = message
  return content.length + JSON.stringify([toolCalls, opaque]).length
}

const withoutResult = (recall: Recall | undefined) => (message: Message) => {
  if (message.role !== 'tool' || message.content.length < longResult) return message
  const { content, name, toolCallId } = message
  const isRecalled = recall && name !== recall.tool && !recall.besides.includes(name)
  const again = isRecalled ? `${recall.tool} shows it again as ${toolCallId.slice(0, 64)}` : 'call it again if needed'
  return {
    ...message,
    content: `(${content.length} characters of ${name.slice(0, 64)}'s result, left out to save room; ${again})`,
  }
}

function withShortTexts(message: Message): Message {
  const content = truncateOutput(message.content, shortText)
  if (message.role !== 'assistant' || !message.toolCalls) return { ...message, content }
  return { ...message, content, toolCalls: shortened(message.toolCalls) }
}

/** Plain data with its long texts shortened. */
function shortened<Data>(data: Data): Data {
  const text = JSON.stringify(data, (_, value) =>
    typeof value === 'string' ? truncateOutput(value, shortText) : value,
  )
  return JSON.parse(text)
}

function withoutOpaque(message: Message): Message {
  if (message.role !== 'assistant') return message
  const { opaque: _, ...rest } = message
  return rest
}

function tooLong(characters: number, room: number, isFirst: boolean): ArtooError {
  const what = isFirst ? 'the first request' : 'the conversation, shortened as far as it can be,'
  const remedy = 'ask for less at once, or raise the limit if the model has room for more'
  const message = `${what} has ${characters} characters, limits.conversationCharacters is ${room}: ${remedy}`
  return new ArtooError('conversation_too_long', message, { field: 'limits.conversationCharacters' })
}

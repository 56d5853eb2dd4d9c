import type { Cause } from '@artoo/ggs'
import type { Message, ModelRequest } from '@artoo/spec'
import { dataIn, dataOf, text } from './conversation.js'
import { causeIn } from './judging.js'
import type { Turn } from './mind.js'
import { attemptIn } from './order.js'

/** R3: calls the tool that its order names and reports what it gave. What is too coarse or too fine it mends when told so. */
export function execute(request: ModelRequest): Turn {
  const order = attemptIn(text(dataOf(request).intent))
  if (!order) return failed('the order is not clear')
  const { messages } = request
  const begun = messages.findLastIndex((message) => message.role === 'user')
  const [correction, since] = [correctionIn(messages[begun]), messages.slice(begun)]
  const lastCall = messages.findLast((message) => message.role === 'assistant')
  const lastLevel = levelIn(lastCall) ?? order.level
  const level = correction === null ? order.level : mendedLevel(lastLevel, correction)
  const result = since.find((message) => message.role === 'tool')
  const stands = correction !== null && level === lastLevel
  if (!result && !stands) {
    return { call: { tool: order.tool, input: { path: `${order.noun}/${order.place}`, level } } }
  }
  const said = result ?? messages.findLast((message) => message.role === 'tool')
  const { error, output } = dataIn(said?.content ?? '')
  if (typeof error === 'string') return failed(text(output) || error, causeIn(`${error} ${text(output)}`))
  return { json: { status: 'completed', output: said?.content ?? '', reason: null } }
}

const failed = (reason: string, cause: Cause | null = null): Turn => ({
  json: { status: 'failed', output: '', reason, cause },
})

/** What a correction says; null for what is none. */
function correctionIn(message: Message | undefined): string | null {
  const { correction } = dataIn(message?.content ?? '')
  return correction === undefined ? null : JSON.stringify(correction)
}

function levelIn(message: Message | undefined): number | null {
  const [call] = message?.role === 'assistant' ? (message.toolCalls ?? []) : []
  const level = (call?.input as { level?: unknown } | undefined)?.level
  return typeof level === 'number' ? level : null
}

/** One step the way that the words say. */
export function mendedLevel(level: number, words: string): number {
  if (words.includes('too coarse')) return level + 1
  return words.includes('too fine') ? Math.max(1, level - 1) : level
}

import type { Action } from '../messages/execution.js'
import { oneLine } from '../prompts/one-line.js'

/** Items that a sentence names before it counts the rest. */
const mostNamed = 3
/** Characters of one name. */
const longestName = 120
/** Characters of a reason. */
const longestReason = 300

/** Somebody else's words inside a sentence: on one line, of bounded length, without the full stop at their end. */
const plain = (text: string, longest: number) => oneLine(text, longest).replace(/[.\s]+$/, '')

export const quoted = (text: string): string => `“${plain(text, longestName)}”`

/** A reason without the bare name of a role in front of it, which says nothing to a person. */
const reasonOf = (text: string) => plain(text.replace(/^(?:R\d[ab]?: )+/, ''), longestReason)

/** A reason behind what it is the reason of; empty when there is none to give. */
export function inBrackets(reason: string | null): string {
  const words = reasonOf(reason ?? '')
  return words === '' ? '' : ` (${words})`
}

/** A reason at the end of a sentence; empty when there is none to give. */
export function afterColon(reason: string): string {
  const words = reasonOf(reason)
  return words === '' ? '' : `: ${words}`
}

const wordsOf = (tool: string) => tool.replaceAll(/[_-]+/g, ' ')

/** A call as a person would name it. */
export const callOf = ({ tool, target }: Pick<Action, 'tool' | 'target'>): string =>
  quoted(`${wordsOf(tool)} ${target ?? ''}`.trim())

/** The place of a change to a text; any other call is named as it was made. */
export const placeOf = (action: Action): string =>
  action.bytesAfter !== null && action.target !== null ? oneLine(action.target, longestName) : callOf(action)

/** The source of a value. */
export const sourceOf = ({ tool, target }: Pick<Action, 'tool' | 'target'>): string =>
  target === null ? `the result of ${quoted(wordsOf(tool))}` : oneLine(target, longestName)

/** The different ones of some items, in a sentence. */
export function listed(items: readonly string[]): string {
  const different = [...new Set(items)]
  const more = different.length - mostNamed
  if (more > 0) return `${different.slice(0, mostNamed).join(', ')} and ${more} more`
  const [last = '', ...before] = different.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}

/** The verb for a number of items that `listed` would name. */
export const verbFor = (items: readonly string[], one: string, many: string): string =>
  new Set(items).size === 1 ? one : many

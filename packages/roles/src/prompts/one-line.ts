import { oneLine as personLine } from '@artoo/llm'

/**
 * Somebody else's words as a single line of bounded length: what a tool said may not begin a line of its own in a prompt,
 * which would read as ours.
 */
export const oneLine = (text: string, longest = 300): string => personLine(text, longest)

/** A description as it stands in a list: its first sentence, in at most 120 characters. */
export const firstSentence = (description: string): string =>
  oneLine(description.split(/(?<=[.!?])\s/)[0] ?? description, 120)

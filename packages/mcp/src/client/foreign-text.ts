import { oneLine, someLines } from '@artoo/llm'
import { isRecord } from '@artoo/spec'

/** Control, format and bidirectional characters, but for tab, line feed and the two joiners. */
const hidden = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Bidi_Control}]/gu

/** A text of a server without what a reader doesn't see. Tabs and line breaks stay, since the text may be a file. */
export const cleaned = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n').replace(hidden, '')

/** Levels of data of a server. */
const mostLevels = 100

/** Data of a server whose texts and names are cleaned. */
export function cleanedData(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (typeof value !== 'object' || value === null) return value
  if (level === mostLevels) throw new Error(`the data of the server has more than ${mostLevels} levels`)
  if (Array.isArray(value)) return value.map((item) => cleanedData(item, level + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleaned(name), cleanedData(part, level + 1)]))
}

/** Characters of a description that a model is shown. */
const longestDescription = 4_000

/** The description of a tool, resource or prompt; undefined when there is none. */
export function description(text: unknown): string | undefined {
  return typeof text === 'string' ? someLines(text, longestDescription).trim() || undefined : undefined
}

/** A name or message on one line. */
export const line = (text: unknown, longest = 300): string => oneLine(typeof text === 'string' ? text : '', longest)

/** Whether a text says what it seems to say. */
export const isPlain = (text: string): boolean => cleaned(text) === text

/** Keywords of a JSON Schema whose text is for readers. */
const words: ReadonlySet<string> = new Set(['title', 'description', '$comment'])

/**
 * A JSON Schema whose words are cleaned. Null for one that hides characters in names or values, which can't be cleaned without
 * changing what the server takes.
 */
export function cleanedSchema(schema: unknown): unknown {
  const clean = withoutHidden(schema, 0)
  return clean === refused ? null : clean
}

const refused = Symbol('refused')

function withoutHidden(value: unknown, level: number): unknown {
  if (typeof value === 'string') return isPlain(value) ? value : refused
  if (typeof value !== 'object' || value === null) return value
  if (level === mostLevels) return refused
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutHidden(item, level + 1))
    return items.includes(refused) ? refused : items
  }
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => {
    if (words.has(name) && typeof part === 'string') return [name, someLines(part, longestDescription)]
    return [name, isPlain(name) ? withoutHidden(part, level + 1) : refused]
  })
  return parts.some(([, part]) => part === refused) ? refused : Object.fromEntries(parts)
}

/** The schema without its patterns: a regular expression of somebody else may take for ever. */
export function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns)
  if (!isRecord(value)) return value
  const parts = Object.entries(value).filter(([name, part]) => !(name === 'pattern' && typeof part === 'string'))
  return Object.fromEntries(
    parts.map(([name, part]) =>
      name === 'patternProperties' ? ['additionalProperties', true] : [name, withoutPatterns(part)],
    ),
  )
}

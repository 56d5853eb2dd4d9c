import { decodesToText } from './decodes-to-text.js'
import { type Survey, surveyOf } from './survey.js'

/** Characters from which a text alone may be taken for bytes. */
const shortest = 512

/** Lines of base64 have 64 or 76 characters; ids, keys and digests in a list mostly have fewer. */
const narrowest = 60

/**
 * Random bytes come out as 40 % of each case and 19 % of neither, a program's first bytes as 91 %, 7 % and 2 %. Lower case after
 * lower case is 16 % of what random bytes give, and over half of words.
 */
const leastOfAKind = 0.01
const mostLowerPairs = 0.3

/**
 * Whether a text is nothing but bytes as base64, in either alphabet: a data URL, or a long text that stands for no text in UTF-8.
 * Digests, ids, words, paths and lists of them are in that alphabet too, and are told from it by what they are made of.
 */
export function isEncodedBytes(text: string): boolean {
  if (isDataUrl(text)) return true
  if (text.length < shortest) return false
  const survey = surveyOf(text)
  return survey !== null && looksEncoded(survey) && !decodesToText(text)
}

function looksEncoded({ length, padding, upper, lower, digits, special, lowerPairs, pieces, width }: Survey): boolean {
  if (length + padding < shortest) return false
  if (pieces > 1 && (width === null || width < narrowest || special === 0)) return false
  const least = Math.min(upper, lower, digits + special)
  return least >= leastOfAKind * length && lowerPairs <= mostLowerPairs * length
}

/** A media type has at most 255 characters. */
const longestHeader = 300

function isDataUrl(text: string): boolean {
  const start = text.slice(0, longestHeader).trimStart()
  const comma = start.indexOf(',')
  const header = start.slice(0, Math.max(0, comma)).toLowerCase()
  if (!header.startsWith('data:') || !header.endsWith(';base64')) return false
  const payload = text.slice(text.indexOf(',') + 1)
  const survey = surveyOf(payload)
  if (survey === null || survey.width === null) return false
  return !isTextType(header.slice('data:'.length, -';base64'.length)) || !decodesToText(payload)
}

/** Names under which parts of messages carry bytes, by MCP and the SDKs of providers. */
const dataNames = ['data', 'blob', 'base64', 'image'] as const
const typeNames = ['mimeType', 'mediaType', 'mime_type', 'media_type'] as const
const mediaTypes: readonly unknown[] = ['image', 'audio', 'video', 'media', 'base64']

/** The name of the field in which an object carries bytes as a part of a message does: `{ type: 'image', data }`; null when there is none. */
export function mediaField(fields: Readonly<Record<string, unknown>>): string | null {
  const name = dataNames.find((one) => typeof fields[one] === 'string')
  if (name === undefined) return null
  const isTyped = mediaTypes.includes(fields.type)
  const mediaType = typeNames.map((one) => fields[one]).find((one) => typeof one === 'string')
  const isNamed = mediaType !== undefined && !isTextType(mediaType as string)
  if ((mediaType !== undefined && !isNamed) || !(isTyped || isNamed)) return null
  const survey = surveyOf(fields[name] as string)
  if (survey === null) return null
  const kinds = [survey.upper, survey.lower, survey.digits, survey.special + survey.padding].filter(Boolean).length
  // The less an object says of itself, the more its data has to look like base64: a name or a word may stand there.
  if (isTyped && isNamed) return name
  return survey.length >= 8 && kinds >= (isTyped ? 3 : 2) ? name : null
}

/** Whether a media type is of text; a data URL without one is. */
function isTextType(mediaType: string): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return type === '' || type.startsWith('text/') || type === 'application/json'
}

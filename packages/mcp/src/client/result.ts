import { truncateOutput } from '@artoo/tools'
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { cleaned, cleanedData, line } from './foreign-text.js'

/** Bytes of a result that are looked at. */
const mostBytes = 1_048_576
/** Parts of a result that are looked at. */
const mostParts = 1_000

/** The content of a result as text: images, sounds and files become a note. */
export function contentText(content: readonly unknown[]): string {
  const parts = content.slice(0, mostParts).map((part) => partText(part as ContentBlock))
  const left = content.length - parts.length
  return [...parts, ...(left > 0 ? [`[${left} more parts are left out]`] : [])].join('\n')
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return bounded(part.text)
    case 'image':
    case 'audio':
      return `[${part.type}: ${line(part.mimeType, 100)}, ${sizeOf(part.data)}, not shown]`
    case 'resource_link':
      return `[resource ${line(part.uri, 500)}: ${line(part.title ?? part.name)}]`
    case 'resource':
      return resourceText(part.resource)
    default:
      return '[a part of an unknown kind]'
  }
}

/** The content of a resource, or a note about one that is no text. */
export function resourceText(resource: { readonly uri: string; readonly [field: string]: unknown }): string {
  const { uri, text, blob, mimeType } = resource
  const named = `resource ${line(uri, 500)}`
  if (typeof text === 'string') return `[${named}]\n${bounded(text)}`
  return `[${named}: ${line(mimeType, 100) || 'bytes'}, ${sizeOf(blob)}, not shown]`
}

const bounded = (text: string) => cleaned(truncateOutput(text, mostBytes))

const sizeOf = (base64: unknown) =>
  `${Math.floor(((typeof base64 === 'string' ? base64.length : 0) * 3) / 4).toLocaleString('en-US')} bytes`

/**
 * The result of a call for the model and the record of it: the text, or the data when the server gives data. The text beside the data is
 * kept when it says something else.
 */
export function resultOf({
  content,
  structuredContent,
}: Pick<CallToolResult, 'content' | 'structuredContent'>): unknown {
  const text = contentText(content ?? [])
  if (structuredContent === undefined) return text
  const json = JSON.stringify(structuredContent)
  if (json.length > mostBytes) return `${text}\n[its data of ${json.length} characters is left out]`
  const data = cleanedData(structuredContent)
  return text === '' || isSame(text, data) ? data : { text, data }
}

/** Servers write the data into the text too, for clients that read text alone. */
function isSame(text: string, data: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(data)
  } catch {
    return false
  }
}

/** The text of a result that is an error. */
export const errorText = (content: readonly unknown[] | undefined): string =>
  contentText(content ?? []).trim() || 'the server reports an error without a text'

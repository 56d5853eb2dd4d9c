import { ArtooError } from '@artoo/spec'
import { isEncodedBytes, mediaField } from './encoded-bytes/encoded-bytes.js'
import { foreignValue, insteadOfBytes, isBytes } from './foreign-value.js'
import { type Pieces, pieces } from './pieces.js'

const deepest = 1000

/** The most characters of JSON: shared parts are written out each time, and would otherwise grow without bound. */
const longest = 2 ** 26

/**
 * A tool's result as text: a string as it is, nothing as an empty string, plain data as `JSON.stringify` writes it.
 * What that would quietly turn into `{}` or null is refused instead, and so are bytes as base64, of which a model can read nothing.
 * Takes time linear in the length of the text.
 *
 * @throws {ArtooError} `invalid_result`, whose message says what was found where and what to return instead, and whose
 * `field` is the path; also for more than 1,000 levels or 64 Mi characters.
 */
export function resultText(tool: string, result: unknown): string {
  const writer: Writer = { tool, text: pieces(), path: [], ancestors: new Set() }
  if (typeof result === 'string') {
    assertReadable(writer, result)
    return result
  }
  try {
    const value = dataOf(writer, result, '')
    if (value !== undefined) write(writer, value)
    return writer.text.joined()
  } catch (error) {
    silence(result)
    throw error
  }
}

interface Writer {
  readonly tool: string
  readonly text: Pieces
  readonly path: string[]
  readonly ancestors: Set<object>
}

/** What JSON would write for the value: itself or what its `toJSON` gives; undefined is left out. */
function dataOf(writer: Writer, given: unknown, key: string): unknown {
  // A Buffer would give its bytes as a list of numbers.
  const value = hasToJson(given) && !isBytes(given) ? given.toJSON(key) : given
  const foreign = foreignValue(value)
  if (foreign) throw invalid(writer, `${foreign.what}${placeOf(writer)}; return ${foreign.instead}`)
  return value
}

function write(writer: Writer, value: unknown): void {
  if (typeof value === 'string') assertReadable(writer, value)
  if (typeof value !== 'object' || value === null) {
    add(writer, JSON.stringify(value))
    return
  }
  const { ancestors } = writer
  if (ancestors.has(value)) {
    throw invalid(writer, `a cycle${placeOf(writer)}; return data that doesn't hold itself`)
  }
  if (ancestors.size === deepest) throw invalid(writer, `more than ${deepest} levels; return flatter data`)
  ancestors.add(value)
  if (Array.isArray(value)) writeItems(writer, value)
  else writeFields(writer, value)
  ancestors.delete(value)
}

function writeItems(writer: Writer, items: readonly unknown[]): void {
  add(writer, '[')
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (index > 0) add(writer, ',')
    writer.path.push(`${index}`)
    write(writer, dataOf(writer, item, `${index}`) ?? null)
    writer.path.pop()
  }
  add(writer, ']')
}

function writeFields(writer: Writer, fields: object): void {
  const media = mediaField(fields as Readonly<Record<string, unknown>>)
  if (media !== null) {
    writer.path.push(media)
    throw encoded(writer)
  }
  add(writer, '{')
  let separator = ''
  for (const key of Object.keys(fields)) {
    const field = (fields as Readonly<Record<string, unknown>>)[key]
    writer.path.push(key)
    const value = dataOf(writer, field, key)
    if (value !== undefined) {
      add(writer, `${separator}${JSON.stringify(key)}:`)
      write(writer, value)
      separator = ','
    }
    writer.path.pop()
  }
  add(writer, '}')
}

function assertReadable(writer: Writer, text: string): void {
  if (isEncodedBytes(text)) throw encoded(writer)
}

const encoded = (writer: Writer) => invalid(writer, `bytes as base64${placeOf(writer)}; return ${insteadOfBytes}`)

function add(writer: Writer, piece: string): void {
  if (writer.text.add(piece) <= longest) return
  throw invalid(writer, `more than ${longest} characters of JSON; return less`)
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'bigint') &&
  typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'

/** Promises that nobody will await, wherever they are in a refused result: their failure must not end the process. */
function silence(result: unknown): void {
  const open = [result]
  const seen = new Set<unknown>()
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    if (seen.add(value).size > mostSilenced) return
    if (value instanceof Promise) value.catch(() => {})
    else if (Array.isArray(value) || isPlainObject(value)) open.push(...Object.values(value).slice(0, mostSilenced))
  }
}

const mostSilenced = 10_000

const isPlainObject = (value: object) => Object.getPrototypeOf(Object.getPrototypeOf(value) ?? null) === null

const placeOf = ({ path }: Writer) => (path.length === 0 ? '' : ` at ${pathOf(path)}`)

/** The end of a long path says enough. */
const pathOf = (path: readonly string[]) => (path.length > 20 ? `….${path.slice(-20).join('.')}` : path.join('.'))

function invalid({ tool, path }: Writer, found: string): ArtooError {
  const message = `${tool} was executed, but its result holds ${found}`
  return new ArtooError('invalid_result', message, path.length === 0 ? {} : { field: pathOf(path) })
}

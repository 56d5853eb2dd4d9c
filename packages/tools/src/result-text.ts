import { ArtooError, errorMessage, keysWithin } from '@artoo/spec'
import { isEncodedBytes, mediaField } from './encoded-bytes/encoded-bytes.js'
import { foreignValue, insteadOfBytes, isBytes } from './foreign-value.js'
import { type Pieces, pieces } from './pieces.js'

/** Limits of a tool's result. A larger one is refused before all of it is read: reading blocks everything else. */
export const resultLimits = {
  levels: 1_000,
  /** Fields of one object. */
  fields: 100_000,
  /** Items of one list, gaps included. */
  items: 250_000,
  /** Fields and items together. Shared parts are written out each time, and would otherwise grow without bound. */
  entries: 750_000,
  /** Characters of a text, and of data as JSON. */
  characters: 2 ** 25,
} as const

/**
 * A tool's result as text: a string as it is, undefined as an empty string, plain data as `JSON.stringify` writes it. A
 * value that this would turn into `{}` or null is refused instead, and so are bytes as base64, which a model can't
 * read. Takes time linear in the length of the text. A proxy gives all its keys at once, before any limit counts.
 *
 * @throws {ArtooError} `invalid_result`, whose message says what was found where and what to return instead, and whose
 * `field` is the path; also for a field that can't be read and for more than `resultLimits`.
 */
export function resultText(tool: string, result: unknown): string {
  const writer: Writer = { tool, text: pieces(), path: [], ancestors: new Set(), entries: 0, tooLarge: null }
  if (typeof result === 'string') {
    if (result.length > resultLimits.characters) throw tooMany(writer, 'characters')
    assertReadable(writer, result)
    return result
  }
  try {
    const value = dataOf(writer, result, '')
    if (value !== undefined) write(writer, value)
    return writer.text.joined()
  } catch (error) {
    silence(result, writer.tooLarge)
    throw error
  }
}

interface Writer {
  readonly tool: string
  readonly text: Pieces
  readonly path: string[]
  readonly ancestors: Set<object>
  /** Fields and items so far. */
  entries: number
  /** The object that was refused as too large, so that it is not read once more; null when there is none. */
  tooLarge: object | null
}

/** The value that JSON would write: the given one or the result of its `toJSON`. Undefined is left out. */
function dataOf(writer: Writer, given: unknown, key: string): unknown {
  // A Buffer would give its bytes as a list of numbers.
  const value = read(writer, () => (hasToJson(given) && !isBytes(given) ? given.toJSON(key) : given))
  const foreign = read(writer, () => foreignValue(value))
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
  if (ancestors.size === resultLimits.levels) throw tooMany(writer, 'levels')
  ancestors.add(value)
  if (Array.isArray(value)) writeItems(writer, value)
  else writeFields(writer, value)
  ancestors.delete(value)
}

function writeItems(writer: Writer, items: readonly unknown[]): void {
  if (items.length > resultLimits.items) throw tooMany(writer, 'items', items)
  count(writer, items.length, items)
  add(writer, '[')
  for (let index = 0; index < items.length; index++) {
    if (index > 0) add(writer, ',')
    writer.path.push(`${index}`)
    const item = read(writer, () => items[index])
    write(writer, dataOf(writer, item, `${index}`) ?? null)
    writer.path.pop()
  }
  add(writer, ']')
}

function writeFields(writer: Writer, fields: object): void {
  const keys = read(writer, () => keysWithin(fields, resultLimits.fields))
  if (!keys) throw tooMany(writer, 'fields', fields)
  count(writer, keys.length, fields)
  const media = read(writer, () => mediaField(fields as Readonly<Record<string, unknown>>))
  if (media !== null) {
    writer.path.push(media)
    throw encoded(writer)
  }
  add(writer, '{')
  let separator = ''
  for (const key of keys) {
    writer.path.push(key)
    const field = read(writer, () => (fields as Readonly<Record<string, unknown>>)[key])
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
  if (writer.text.add(piece) > resultLimits.characters) throw tooMany(writer, 'characters')
}

function count(writer: Writer, more: number, holder: object): void {
  writer.entries += more
  if (writer.entries > resultLimits.entries) throw tooMany(writer, 'entries', holder)
}

/** Calls code of the tool: a getter, a proxy or a `toJSON` may throw. */
function read<Value>(writer: Writer, own: () => Value): Value {
  try {
    return own()
  } catch (error) {
    throw invalid(writer, `what can't be read (${errorMessage(error)})${placeOf(writer)}; return plain data`)
  }
}

const limitWords: Readonly<Record<keyof typeof resultLimits, readonly [what: string, remedy: string]>> = {
  levels: ['levels', 'return flatter data'],
  fields: ['fields in one object', 'return fewer'],
  items: ['items in one list', 'return fewer'],
  entries: ['fields and items', 'return fewer'],
  characters: ['characters of JSON', 'return less'],
}

function tooMany(writer: Writer, limit: keyof typeof resultLimits, holder: object | null = null): ArtooError {
  writer.tooLarge = holder
  const [what, remedy] = limitWords[limit]
  const place = limit === 'levels' || limit === 'characters' ? '' : placeOf(writer)
  return invalid(writer, `more than ${resultLimits[limit]} ${what}${place}; ${remedy}`)
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'bigint') &&
  typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'

/** Handles the promises in a refused result, wherever they are: their failure must not end the process. */
function silence(result: unknown, tooLarge: object | null): void {
  try {
    silenceAll(result, tooLarge)
  } catch {
    // A getter or a proxy that throws: what is behind it can't be reached.
  }
}

function silenceAll(result: unknown, tooLarge: object | null): void {
  const open = [result]
  const seen = new Set<unknown>([tooLarge])
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    if (seen.add(value).size > mostSilenced) return
    if (value instanceof Promise) value.catch(() => {})
    else if (Array.isArray(value) || isPlainObject(value)) {
      for (const key of keysWithin(value, resultLimits.items)?.slice(0, mostSilenced) ?? [])
        open.push(value[key as never])
    }
  }
}

const mostSilenced = 10_000

const isPlainObject = (value: object) => Object.getPrototypeOf(Object.getPrototypeOf(value) ?? null) === null

const placeOf = ({ path }: Writer) => (path.length === 0 ? '' : ` at ${pathOf(path)}`)

/** The end of a long path is enough. */
const pathOf = (path: readonly string[]) => (path.length > 20 ? `….${path.slice(-20).join('.')}` : path.join('.'))

function invalid({ tool, path }: Writer, found: string): ArtooError {
  const message = `${tool} was executed, but its result holds ${found}`
  return new ArtooError('invalid_result', message, path.length === 0 ? {} : { field: pathOf(path) })
}

import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import type { RedactText } from '../journal/redact.js'

/** The host's context of a run, with what people granted since. It is held in memory alone. */
export interface RunContext {
  /** The context as tools and people get it now. */
  value(): unknown
  /**
   * Merges what a person granted, and returns the names of its fields.
   *
   * @throws {ArtooError} `invalid_answer` where the run's context is no object.
   */
  grant(context: Readonly<Record<string, unknown>>): readonly string[]
  /** Replaces granted texts by `[secret <name>]`; undefined while there are none. The same function until something is granted. */
  mask(): RedactText | undefined
}

interface Components {
  /** Undefined: the parent's. */
  readonly given: unknown
  readonly parent?: RunContext | undefined
  /** The events before: the host gives again what was granted then. */
  readonly history: readonly Envelope[]
}

/** Characters of the shortest text that is masked. */
const shortestSecret = 8

type Secret = readonly [name: string, text: string]

export function runContext({ given, parent, history }: Components): RunContext {
  let granted: Readonly<Record<string, unknown>> = {}
  let secrets: readonly Secret[] = secretsIn(fieldsOf(given, keysGrantedIn(history)))
  let own = maskOf(secrets)
  let both: { readonly over: RedactText; readonly mask: RedactText } | undefined
  const base = () => given ?? parent?.value()

  return {
    value: () => (Object.keys(granted).length === 0 ? base() : merged(base(), granted)),
    grant(context) {
      merged(base(), context)
      granted = { ...granted, ...context }
      secrets = [...secrets, ...secretsIn(context)]
      own = maskOf(secrets)
      both = undefined
      return Object.keys(context)
    },
    mask() {
      const over = parent?.mask()
      const mask = own
      if (!over || !mask) return mask ?? over
      if (both?.over !== over) both = { over, mask: (text) => over(mask(text)) }
      return both.mask
    },
  }
}

/** An object with a prototype of its own, such as a connection, keeps it. */
function merged(base: unknown, granted: object): unknown {
  if (base === undefined || base === null) return { ...granted }
  if (typeof base !== 'object' || Array.isArray(base)) {
    throw new ArtooError('invalid_answer', 'the context of the run is no object, so nothing can be merged into it')
  }
  const prototype: unknown = Object.getPrototypeOf(base)
  if (prototype === Object.prototype || prototype === null) return { ...base, ...granted }
  return Object.assign(Object.create(base), granted)
}

function fieldsOf(given: unknown, keys: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)))
}

function keysGrantedIn(history: readonly Envelope[]): ReadonlySet<string> {
  type Answers = { readonly answers: readonly { readonly keys?: readonly string[] | undefined }[] }
  const answers = history.flatMap(({ type, payload }) =>
    type === 'ClarificationAnswer' ? (payload as Answers).answers : [],
  )
  return new Set(answers.flatMap(({ keys = [] }) => keys))
}

/** Texts in plain data, each with its way there. */
function secretsIn(value: unknown, path: readonly string[] = [], seen = new Set<unknown>()): readonly Secret[] {
  if (typeof value === 'string') return value.length < shortestSecret ? [] : [[path.join('.'), value]]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([name, item]) => secretsIn(item, [...path, name], seen))
}

/** A text, and as it stands in JSON and in addresses. */
function formsOf(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  try {
    return [text, inJson, encodeURIComponent(text)]
  } catch {
    // Half of a pair of code units has no form in addresses.
    return [text, inJson]
  }
}

function maskOf(secrets: readonly Secret[]): RedactText | undefined {
  if (secrets.length === 0) return undefined
  const names = new Map(secrets.flatMap(([name, text]) => formsOf(text).map((form) => [form, name] as const)))
  const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length)
  const any = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
  return (text) => text.replace(any, (form) => `[secret ${names.get(form)}]`)
}

/** A copy of plain data with every text masked; what holds none is returned as it is. */
export function masked<T>(value: T, mask: RedactText): T {
  return copy(value, mask) as T
}

function copy(value: unknown, mask: RedactText): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copy(item, mask))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item, mask)]))
}

import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { formsOf, maskOf } from '@artoo/tools'
import { inSuccession } from '../journal/in-succession.js'
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
  let own = maskFor(secrets)
  const base = () => given ?? parent?.value()
  const mask = inSuccession(
    () => own,
    () => parent?.mask(),
  )

  return {
    value: () => (Object.keys(granted).length === 0 ? base() : merged(base(), granted)),
    grant(context) {
      merged(base(), context)
      granted = { ...granted, ...context }
      secrets = [...secrets, ...secretsIn(context)]
      own = maskFor(secrets)
      return Object.keys(context)
    },
    mask,
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

/** The last of several fields with one text names it. */
const maskFor = (secrets: readonly Secret[]) =>
  maskOf(new Map(secrets.flatMap(([name, text]) => formsOf(text).map((form) => [form, `[secret ${name}]`] as const))))

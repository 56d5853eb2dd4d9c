import { ArtooError, unheard } from '@artoo/spec'
import * as z from 'zod'
import { assertShape } from './assert-shape.js'
import { type Redact, type RedactOptions, type RedactText, redactSchema } from './redact.js'
import { type FieldNames, withoutFields } from './without-fields.js'

/** The text that stands for the value of a named field. */
const mask = '[redacted]'

/** Fields of messages that hold data of tools, models and hosts. The rest of a message is the runtime's: its numbers and names stay. */
const dataFields: readonly string[] = ['input', 'value', 'arguments', 'opaque', 'raw', 'context']

interface Redactor {
  readonly text: RedactText
  readonly fields: FieldNames
  readonly names: boolean
}

const redactors = new WeakMap<object, Redactor>()

/**
 * The function that is applied to every text.
 *
 * @throws {ArtooError} `invalid_option` for what is no `Redact`; from the function also when the host's gives no text.
 */
export function redactText(redact: Redact): RedactText {
  return redactorOf(redact).text
}

/**
 * A copy of plain data with every text redacted. In the data of tools, models and hosts a number whose digits are redacted becomes that
 * text, and the values of named fields are masked; other numbers, and names of fields, stay as they are.
 */
export function redacted<T>(value: T, redact: Redact): T {
  return copy(value, redactorOf(redact), false) as T
}

function copy(value: unknown, redactor: Redactor, isData: boolean): unknown {
  if (typeof value === 'string') return redactor.text(value)
  if (isData && (typeof value === 'number' || typeof value === 'bigint')) return ofNumber(value, redactor)
  if (Array.isArray(value)) return value.map((item) => copy(item, redactor, isData))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, item]) => {
    if (isData && item !== undefined && redactor.fields.has(name.toLowerCase())) return [name, mask] as const
    return [name, copy(item, redactor, isData || dataFields.includes(name))] as const
  })
  return Object.fromEntries(isData && redactor.names ? renamed(fields, redactor) : fields)
}

function ofNumber(value: number | bigint, { text }: Redactor): unknown {
  const digits = String(value)
  const kept = text(digits)
  return kept === digits ? value : kept
}

/** Two names of which the same is left stay two. */
function renamed(fields: readonly (readonly [string, unknown])[], { text }: Redactor) {
  const taken = new Set<string>()
  return fields.map(([name, item]) => {
    const kept = text(name)
    let own = kept
    for (let count = 2; taken.has(own); count++) own = `${kept} (${count})`
    taken.add(own)
    return [own, item] as const
  })
}

function redactorOf(redact: Redact): Redactor {
  const known = redactors.get(redact)
  if (known) return known
  const { text, fields = [], names = false } = optionsOf(redact)
  const named: FieldNames = new Set(fields.map((name) => name.toLowerCase()))
  const own = (given: string) => withoutFields(text ? textOf(text(given)) : given, named, mask)
  const redactor = { text: own, fields: named, names }
  redactors.set(redact, redactor)
  return redactor
}

const option = z.object({ redact: redactSchema })

function optionsOf(redact: Redact): RedactOptions {
  if (typeof redact === 'function') return { text: redact }
  assertShape(option, { redact })
  return redact
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  unheard(given)
  throw new ArtooError('invalid_option', 'redact must give text for text', { field: 'redact' })
}

import { isRecord, type JsonSchema } from '@artoo/spec'
import { jsonSchemaReview } from '@artoo/tools'
import { line, withoutPatterns } from './foreign-text.js'

/** A field of a form that a server wants filled in. */
export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** The label and description of the field, for a person. */
  readonly words: string
  readonly choices: readonly Choice[]
  /** The value that the server takes when nothing else is said. */
  readonly usual: Value | undefined
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The value of a field, as the protocol allows it. */
export type Value = string | number | boolean | string[]

/** Fields of one form. */
const mostFields = 20
const mostChoices = 100

/** The fields of a form; null for one that is too long to be asked. */
export function fieldsOf({ properties, required }: JsonSchema): readonly Field[] | null {
  const entries = Object.entries(isRecord(properties) ? properties : {})
  if (entries.length > mostFields) return null
  return entries.map(([name, given]) => {
    const schema = isRecord(given) ? given : {}
    const isRequired = Array.isArray(required) && required.includes(name)
    const field = { name, schema, required: isRequired, choices: choicesIn(schema), usual: usualOf(schema) }
    return { ...field, words: wordsOf(field) }
  })
}

function usualOf({ default: value }: JsonSchema): Value | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isList || ['string', 'number', 'boolean'].includes(typeof value) ? (value as Value) : undefined
}

/** A value in the words in which it would be answered. */
function said(value: Value, choices: readonly Choice[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const labelled = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one
  return Array.isArray(value) ? value.map(labelled).join(', ') : labelled(`${value}`)
}

function wordsOf({ name, schema, required, choices, usual }: Omit<Field, 'words'>): string {
  const label = line(schema.title, 200) || line(name, 200)
  const hint = line(schema.description, 500)
  const among = choices.length > 0 ? ` of ${choices.map((choice) => choice.label).join(', ')}` : ''
  return [
    label,
    hint !== '' && hint !== label ? `: ${hint}` : '',
    schema.type === 'array' ? ` (one or more${among}, with commas between)` : '',
    usual === undefined ? '' : ` (${line(said(usual, choices), 200)}, if it is left out)`,
    required || usual !== undefined ? '' : ' (may be left out)',
  ].join('')
}

/** The values among which a field chooses, with the words that a person reads. */
function choicesIn(schema: JsonSchema): readonly Choice[] {
  const from = schema.type === 'array' && isRecord(schema.items) ? schema.items : schema
  const titled = [from.oneOf, from.anyOf].find(Array.isArray) as readonly unknown[] | undefined
  const names = Array.isArray(from.enumNames) ? from.enumNames : []
  const given: readonly unknown[] = titled ?? (Array.isArray(from.enum) ? from.enum : [])
  return given.slice(0, mostChoices).flatMap((item, at) => {
    const value = isRecord(item) ? item.const : item
    if (typeof value !== 'string') return []
    const title = isRecord(item) ? item.title : names[at]
    return [{ value, label: line(title, 200) || line(value, 200) }]
  })
}

/** The answers that a person may pick one of; undefined where any text is an answer. */
export function offeredBy({ schema, choices }: Field): readonly string[] | undefined {
  if (schema.type === 'boolean') return ['yes', 'no']
  return choices.length > 0 && schema.type !== 'array' ? choices.map(({ label }) => label) : undefined
}

/** An answer as the value of its field, or why it is none. */
export type FieldAnswer = { readonly value: Value } | { readonly misfit: string }

export function readField(field: Field, answer: string): FieldAnswer {
  const value = valueIn(field, answer)
  if (value === undefined) return { misfit: 'it is none of the choices' }
  const misfit = misfitOf(field, value)
  return misfit === null ? { value } : { misfit }
}

/** The answer in the type of the field; undefined for one that is not among the choices. */
function valueIn({ schema, choices }: Field, answer: string): Value | undefined {
  const chosen = (text: string) => {
    const same = (one: string) => one.trim().toLowerCase() === text.trim().toLowerCase()
    return choices.find(({ value, label }) => same(label) || same(value))?.value
  }
  switch (schema.type) {
    case 'boolean':
      return yesOrNo(answer)
    case 'number':
    case 'integer':
      return /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(answer) ? Number(answer) : answer
    case 'array': {
      const picked = answer.split(/[,;\n]/).filter((text) => text.trim() !== '')
      const values = choices.length > 0 ? picked.map(chosen) : picked.map((text) => text.trim())
      return values.includes(undefined) ? undefined : (values as string[])
    }
    default:
      return choices.length > 0 ? chosen(answer) : answer
  }
}

export function yesOrNo(answer: string): boolean | undefined {
  if (/^\s*(yes|y|true|ok|done)\b/i.test(answer)) return true
  return /^\s*(no|n|false)\b/i.test(answer) ? false : undefined
}

function misfitOf({ schema }: Field, value: Value): string | null {
  try {
    return jsonSchemaReview(withoutPatterns(schema) as JsonSchema)(value)
  } catch {
    return null
  }
}

import { isObject } from '@artoo/spec'
import { quoted } from './quoted.js'

export const jsonTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const

export type JsonType = (typeof jsonTypes)[number]

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

/**
 * The first difference between two JSON values, in words; null for equal ones. The order of an object's names doesn't
 * count. Values are compared no deeper than `expected` goes.
 */
export function jsonDifference(actual: unknown, expected: unknown, place: string): string | null {
  if (!isObject(expected) || !isObject(actual) || jsonTypeOf(actual) !== jsonTypeOf(expected)) {
    return actual === expected ? null : `${place} is ${shownJson(actual)}, not ${shownJson(expected)}`
  }
  for (const name of Object.keys(expected)) {
    const part = `${place}/${quoted(name)}`
    if (!Object.hasOwn(actual, name)) return `${part} is not there`
    const difference = jsonDifference(fieldOf(actual, name), fieldOf(expected, name), part)
    if (difference !== null) return difference
  }
  const surplus = Object.keys(actual).find((name) => !Object.hasOwn(expected, name))
  return surplus === undefined ? null : `${place}/${quoted(surplus)} should not be there`
}

const fieldOf = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name]

/** A primitive as it is, cut. Any other value is given by kind and size only, since it may be large and deep. */
export function shownJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  return Array.isArray(value) ? `an array of ${value.length}` : `an object with ${Object.keys(value).length} fields`
}

import { quoted } from './quoted.js'

export const jsonTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const

export type JsonType = (typeof jsonTypes)[number]

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

/** Equality of JSON values; the order of an object's names doesn't count. Goes no deeper than `expected` does. */
export function jsonEqual(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) return false
  const names = Object.keys(expected)
  return (
    Object.keys(actual).length === names.length &&
    names.every((name) => Object.hasOwn(actual, name) && jsonEqual(fieldOf(actual, name), fieldOf(expected, name)))
  )
}

const fieldOf = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name]

/** A primitive as it is, cut; of the rest only the kind and the size, since it may be large and deep. */
export function shownJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  return Array.isArray(value) ? `an array of ${value.length}` : `an object with ${Object.keys(value).length} fields`
}

import { isPlainObject } from '@artoo/spec'
/** A value that JSON can't hold, and what a tool should return in its place. */
export interface ForeignValue {
  readonly what: string
  readonly instead: string
}

/** The replacement for bytes in any form. */
export const insteadOfBytes =
  'text or data: write the bytes to a file and return its path, describe them, or decode them if they are text'

/** Describes a value that JSON can't hold; null for one that it holds as it is. `toJSON` is not called. */
export function foreignValue(value: unknown): ForeignValue | null {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? null : { what: `${value}`, instead: 'null or a string' }
    case 'bigint':
      return { what: 'a bigint', instead: 'a number or a string' }
    case 'symbol':
      return { what: 'a symbol', instead: 'a string' }
    case 'function':
      return { what: 'a function', instead: 'what it returns' }
    case 'object':
      return value === null || Array.isArray(value) ? null : foreignObject(value)
    default:
      return null
  }
}

function foreignObject(value: object): ForeignValue | null {
  if (isThenable(value)) return { what: 'a promise', instead: 'what it resolves to: await it' }
  if (value instanceof Map) return { what: 'a Map', instead: 'Object.fromEntries(map) or [...map]' }
  if (value instanceof Set) return { what: 'a Set', instead: '[...set]' }
  if (value instanceof Error) return { what: `an error (${nameOf(value)})`, instead: 'its message, or throw it' }
  if (isBytes(value)) return { what: `bytes (${nameOf(value)})`, instead: insteadOfBytes }
  if (Symbol.iterator in value || Symbol.asyncIterator in value) {
    return { what: 'an iterator', instead: 'an array of what it yields' }
  }
  if (isPlainObject(value)) return null
  return { what: `an instance of ${nameOf(value)}`, instead: 'a plain object with the fields that matter' }
}

export const isBytes = (value: unknown) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer

const isThenable = (value: object) => 'then' in value && typeof value.then === 'function'

function nameOf(value: object): string {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== '' ? name : 'a nameless class'
}

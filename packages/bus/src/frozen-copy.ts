import { ArtooError } from '@artoo/spec'

/**
 * A deeply frozen copy of plain data (what JSON can hold, and `undefined` in fields), so that neither the sender nor a receiver
 * can rewrite what the log holds, and nobody's own object is frozen under their hands.
 *
 * @throws {ArtooError} `not_plain_data` for a function, a class instance, NaN, Infinity, a bigint, a symbol or a cycle.
 */
export function frozenCopy<T>(value: T): T {
  return copy(value, 'payload', new Set()) as T
}

function copy(value: unknown, path: string, ancestors: Set<object>): unknown {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw notPlain(path, `${value}`)
      // JSON has no -0.
      return value + 0
    case 'string':
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      return value === null ? null : copyObject(value, path, ancestors)
    default:
      throw notPlain(path, `a ${typeof value}`)
  }
}

function copyObject(value: object, path: string, ancestors: Set<object>): unknown {
  if (ancestors.has(value)) throw notPlain(path, 'a reference to what holds it')
  ancestors.add(value)
  const inner = (entry: unknown, key: string | number) => copy(entry, `${path}.${key}`, ancestors)
  const copied = Array.isArray(value)
    ? // What JSON makes of a gap in a list.
      Array.from(value, (entry, index) => (entry === undefined ? null : inner(entry, index)))
    : isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inner(entry, key)]))
      : undefined
  if (!copied) throw notPlain(path, `a ${value.constructor?.name ?? 'class instance'}`)
  ancestors.delete(value)
  return Object.freeze(copied)
}

// Plain objects of another realm (a test runner's, an iframe's) have another Object.prototype.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function notPlain(path: string, what: string): ArtooError {
  return new ArtooError('not_plain_data', `${path} is ${what}; send plain data`, { field: path })
}

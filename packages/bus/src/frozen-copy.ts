import { ArtooError, isPlainObject } from '@artoo/spec'

/**
 * A deeply frozen copy of plain data (JSON, and `undefined` in fields). Neither the sender nor a receiver can change
 * what the log holds, and the sender's own object is not frozen.
 *
 * @throws {ArtooError} `not_plain_data` for a function, a class instance, NaN, Infinity, a bigint, a symbol or a cycle.
 */
export function frozenCopy<T>(value: T): T {
  return copy(value, { keys: ['payload'], ancestors: [] }) as T
}

/** The place in the data that is being copied. */
interface Place {
  readonly keys: (string | number)[]
  readonly ancestors: object[]
}

function copy(value: unknown, place: Place): unknown {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw notPlain(place, `${value}`)
      // JSON has no -0.
      return value + 0
    case 'string':
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      return value === null ? null : copyObject(value, place)
    default:
      throw notPlain(place, `a ${typeof value}`)
  }
}

function copyObject(value: object, place: Place): unknown {
  if (place.ancestors.includes(value)) throw notPlain(place, 'a reference to what holds it')
  place.ancestors.push(value)
  const copied = Array.isArray(value)
    ? copyItems(value, place)
    : isPlainObject(value)
      ? copyFields(value, place)
      : undefined
  if (!copied) throw notPlain(place, `a ${value.constructor?.name ?? 'class instance'}`)
  place.ancestors.pop()
  return Object.freeze(copied)
}

function copyItems(value: readonly unknown[], place: Place): unknown[] {
  const items: unknown[] = []
  for (let index = 0; index < value.length; index++) {
    const entry = value[index]
    // As in JSON, a gap in a list is null.
    items.push(entry === undefined ? null : copyPart(index, entry, place))
  }
  return items
}

function copyFields(value: object, place: Place): object {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const copied = copyPart(key, (value as typeof fields)[key], place)
    if (key !== '__proto__') fields[key] = copied
    // Assigned, it would become the prototype.
    else Object.defineProperty(fields, key, { value: copied, enumerable: true })
  }
  return fields
}

function copyPart(key: string | number, entry: unknown, place: Place): unknown {
  place.keys.push(key)
  const copied = copy(entry, place)
  place.keys.pop()
  return copied
}

function notPlain({ keys }: Place, what: string): ArtooError {
  const path = keys.join('.')
  return new ArtooError('not_plain_data', `${path} is ${what}; send plain data`, { field: path })
}

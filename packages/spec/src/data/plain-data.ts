import { isObject, isPlainObject } from './objects.js'

/** Plain data, as JSON holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The most that plain data may hold. */
export const plainDataLimits = {
  /** More than any sensible data has, and fewer than a recursive reader has stack for. */
  levels: 200,
  /** Fields and items of all its objects and arrays together. */
  entries: 250_000,
} as const

/** True for what JSON holds as it is (and `undefined` in fields) within `plainDataLimits`. Never throws, never recurses. */
export function isPlainData(value: unknown): value is Json {
  return plainDataProblem(value) === null
}

/** The reason why a value is no plain data: it holds something that JSON can't or is too deep, or it holds too much; null when it is. */
export function plainDataProblem(value: unknown): 'foreign' | 'too_large' | null {
  try {
    return problemOf(value)
  } catch {
    // A getter or a proxy that throws.
    return 'foreign'
  }
}

/**
 * The keys of a list or of a plain object in order, or null for more than `most`. Nothing is read but a list's length and the keys, the latter
 * once: a list may be longer than it holds items, and an object may compute its keys.
 */
export function keysWithin(value: object, most: number): readonly string[] | null {
  if (Array.isArray(value)) {
    if (value.length > most) return null
    return Object.keys(value)
  }
  const keys: string[] = []
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (keys.length === most) return null
    keys.push(key)
  }
  return keys
}

function problemOf(value: unknown): 'foreign' | 'too_large' | null {
  const open: (readonly [unknown, number])[] = [[value, 0]]
  let left: number = plainDataLimits.entries
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next
    if (!isObject(item)) {
      if (!isPlainPrimitive(item)) return 'foreign'
      continue
    }
    if (depth === plainDataLimits.levels || !(Array.isArray(item) || isPlainObject(item))) return 'foreign'
    const keys = keysWithin(item, left)
    if (!keys) return 'too_large'
    left -= keys.length
    for (const key of keys) open.push([item[key], depth + 1])
  }
  return null
}

function isPlainPrimitive(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : ['string', 'boolean', 'undefined', 'object'].includes(typeof value)
}

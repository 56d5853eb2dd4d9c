import type { Json } from './language-model.js'

/** More levels than any sensible data has, and fewer than a recursive reader has stack for. */
const deepest = 200

/** True for what JSON holds as it is (and `undefined` in fields), at most 200 levels deep. Never throws, never recurses. */
export function isPlainData(value: unknown): value is Json {
  try {
    return isPlain(value)
  } catch {
    // A getter or a proxy that throws.
    return false
  }
}

function isPlain(value: unknown): boolean {
  const open: (readonly [unknown, number])[] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next
    if (typeof item === 'object' && item !== null) {
      if (depth === deepest || !(Array.isArray(item) || isPlainObject(item))) return false
      for (const part of Object.values(item)) open.push([part, depth + 1])
    } else if (!isPlainPrimitive(item)) return false
  }
  return true
}

function isPlainPrimitive(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : ['string', 'boolean', 'undefined', 'object'].includes(typeof value)
}

// Plain objects of another realm have another Object.prototype.
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

import { ArtooError } from '../errors/errors.js'

/** The count. @throws {ArtooError} `invalid_option` naming the field, when `value` is no whole number from `min`. */
export function countOption(field: string, value: number, min = 0): number {
  if (Number.isSafeInteger(value) && value >= min) return value
  throw new ArtooError('invalid_option', `${field} is ${String(value)}; give a whole number from ${min}`, { field })
}

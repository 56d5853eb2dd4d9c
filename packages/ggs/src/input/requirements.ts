import { GgsError, type GgsErrorCode } from './errors.js'

export interface Range {
  readonly min: number
  readonly max: number
  readonly integer?: boolean
  /** Bounds that the value may not equal. */
  readonly excludes?: 'min' | 'max' | 'both'
}

export const unitInterval: Range = { min: 0, max: 1 }
export const count: Range = { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }

/** Checks that refuse a bad value with a typed error naming its field. */
export interface Requirements {
  refuse(field: string, wanted: string, got: unknown): never
  number(field: string, value: unknown, range: Range): void
  boolean(field: string, value: unknown): void
  text(field: string, value: unknown): void
  oneOf(field: string, value: unknown, options: readonly unknown[]): void
  object(field: string, value: unknown): void
  list(field: string, value: unknown): void
}

export function requirements(code: GgsErrorCode): Requirements {
  function refuse(field: string, wanted: string, got: unknown): never {
    throw new GgsError(code, `${field} must be ${wanted}, but is ${describe(got)}`, { field })
  }
  return {
    refuse,
    number(field, value, range) {
      if (!isWithin(value, range)) refuse(field, describeRange(range), value)
    },
    boolean(field, value) {
      if (typeof value !== 'boolean') refuse(field, 'true or false', value)
    },
    text(field, value) {
      if (typeof value !== 'string') refuse(field, 'a string', value)
    },
    oneOf(field, value, options) {
      if (!options.includes(value)) refuse(field, `one of ${options.map(describe).join(', ')}`, value)
    },
    object(field, value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(field, 'an object', value)
    },
    list(field, value) {
      if (!Array.isArray(value)) refuse(field, 'an array', value)
    },
  }
}

function isWithin(value: unknown, { min, max, integer, excludes }: Range): boolean {
  if (typeof value !== 'number' || !(value >= min && value <= max)) return false
  if ((excludes === 'min' || excludes === 'both') && value === min) return false
  if ((excludes === 'max' || excludes === 'both') && value === max) return false
  return integer !== true || Number.isInteger(value)
}

function describeRange({ min, max, integer, excludes }: Range): string {
  const kind = integer === true ? 'an integer' : 'a number'
  const lower = excludes === 'min' || excludes === 'both' ? `above ${min}` : `of at least ${min}`
  const upper = excludes === 'max' || excludes === 'both' ? `below ${max}` : `at most ${max}`
  return `${kind} ${lower} and ${upper}`
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `a string of ${value.length} characters` : `'${value}'`
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

import { ArtooError, assertOptions } from '@artoo/spec'
import type { MemoryOptions } from './memory-options.js'

const known = {
  store: true,
  clock: true,
  ids: true,
  namespace: true,
  durability: true,
  queueLimit: true,
  queueBytes: true,
  cacheSize: true,
  check: true,
  onDamage: true,
  sha256: true,
  onProblem: true,
} as const satisfies Record<keyof MemoryOptions, true>
export const optionNames: readonly string[] = Object.keys(known)

/**
 * The options with their defaults; `accepted` are the names that `of` takes.
 *
 * @throws {ArtooError} `invalid_option`, naming the option.
 */
export function resolveOptions(options: MemoryOptions, of = 'createMemory', accepted = optionNames) {
  assertOptions(options, accepted, { of })
  const { namespace = 'default', queueLimit = 10_000, queueBytes = 2 ** 26, cacheSize = 10_000 } = options
  const { durability = 'process', check = 'tail', onDamage = 'refuse' } = options
  checkText('namespace', namespace)
  checkCount('queueLimit', queueLimit)
  checkCount('queueBytes', queueBytes)
  checkCount('cacheSize', cacheSize)
  checkChoice('durability', durability, ['process', 'power'])
  checkChoice('check', check, ['tail', 'full'])
  checkChoice('onDamage', onDamage, ['refuse', 'report'])
  return { namespace, queueLimit, queueBytes, cacheSize, durability, check, onDamage }
}

/** @throws {ArtooError} `invalid_option` */
export function checkText(field: string, value: unknown): void {
  if (typeof value === 'string' && value !== '' && value.isWellFormed()) return
  throw new ArtooError('invalid_option', `${field} must be a string of well-formed text that is not empty.`, { field })
}

function checkCount(field: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return
  throw new ArtooError('invalid_option', `${field} is ${value}; give a whole number above 0.`, { field })
}

function checkChoice<Choice extends string>(field: string, value: Choice, choices: readonly Choice[]): void {
  if (choices.includes(value)) return
  throw new ArtooError('invalid_option', `${field} is ${JSON.stringify(value)}; give one of ${choices.join(', ')}.`, {
    field,
  })
}

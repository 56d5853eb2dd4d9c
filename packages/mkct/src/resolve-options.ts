import { ArtooError } from '@artoo/spec'
import type { MemoryOptions } from './memory-options.js'
import { checkTag } from './new-megram.js'

const known = {
  store: true,
  clock: true,
  ids: true,
  namespace: true,
  durability: true,
  queueLimit: true,
  cacheSize: true,
  check: true,
  onDamage: true,
  sha256: true,
  onProblem: true,
} as const satisfies Record<keyof MemoryOptions, true>

/**
 * The options with their defaults; `others` are known to the caller.
 *
 * @throws {ArtooError} `invalid_option` or `invalid_megram`, naming the option.
 */
export function resolveOptions(options: MemoryOptions, others: readonly string[] = []) {
  const unknown = Object.keys(options).find((name) => !(Object.hasOwn(known, name) || others.includes(name)))
  if (unknown !== undefined) {
    const message = `There is no option ${JSON.stringify(unknown)}; use ${[...others, ...Object.keys(known)].join(', ')}.`
    throw new ArtooError('invalid_option', message, { field: unknown })
  }
  const { namespace = 'default', queueLimit = 10_000, cacheSize = 10_000 } = options
  const { durability = 'process', check = 'tail', onDamage = 'refuse' } = options
  checkTag('namespace', namespace)
  checkCount('queueLimit', queueLimit)
  checkCount('cacheSize', cacheSize)
  checkChoice('durability', durability, ['process', 'power'])
  checkChoice('check', check, ['tail', 'full'])
  checkChoice('onDamage', onDamage, ['refuse', 'report'])
  return { namespace, queueLimit, cacheSize, durability, check, onDamage }
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

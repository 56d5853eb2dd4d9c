import { ArtooError, assertOptions } from '@artoo/spec'
import type { MegramRecord, NewMegram, StoredLevel } from './megram.js'
import { quantization, quantizedRate } from './quantization.js'

const limits = { tag: 8192, content: 65_536, sources: 1000 } as const

const texts = ['key', 'subject', 'origin', 'about'] as const
const others = ['space', 'entity', 'content', 'state', 'at', 'level', 'f', 'sigma', 'k', 'sources'] as const
const fields: readonly (keyof NewMegram)[] = [...texts, ...others]

/**
 * Checks a new Megram, and the id that was generated for it, and gives it its numbers.
 *
 * @throws {ArtooError} `invalid_megram` with the field, `at_in_future`, or `level_reserved` for level T.
 */
export function megramFrom(input: NewMegram, id: string, now: number): MegramRecord {
  const { space, entity, content, state, level = 'M', sources } = input
  checkTag('ids', id)
  checkTag('space', space)
  checkTag('entity', entity)
  checkContent(content)
  const at = timeOf(input.at, now)
  checkLevel(level)
  if (sources !== undefined) checkSources(sources)
  const { f, sigma, k } = numbersOf(input, level)
  const megram: Mutable<MegramRecord> = { id, level, at, space, entity, content, state, f, sigma, k }
  if (sources !== undefined) megram.sources = [...sources]
  for (const field of texts) {
    const text = input[field]
    if (text === undefined) continue
    checkTag(field, text)
    megram[field] = text
  }
  return megram
}

/**
 * A field that nobody reads, such as `subjects`, would be lost in silence.
 *
 * @throws {ArtooError} `invalid_megram`
 */
export function checkFields(input: unknown, of: string, without: readonly (keyof NewMegram)[] = []): void {
  const names = fields.filter((name) => !without.includes(name))
  assertOptions(input, names, { of, code: 'invalid_megram' })
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }

export function checkTag(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '') throw invalid(field, `${field} must be a string that is not empty.`)
  if (value.length > limits.tag)
    throw invalid(field, `${field} has ${value.length} characters; the limit is ${limits.tag}.`)
  if (!value.isWellFormed()) throw invalid(field, `${field} holds half of a surrogate pair; give well-formed Unicode.`)
}

function checkContent(content: unknown): void {
  if (typeof content === 'string' && content.length <= limits.content) return
  throw invalid('content', `content must be a string of at most ${limits.content} characters.`)
}

function checkLevel(level: string): asserts level is StoredLevel {
  if (level === 'M' || level === 'K' || level === 'C') return
  if (level !== 'T') throw invalid('level', `level is ${JSON.stringify(level)}; give M, K or C.`)
  const message = 'Level T holds the laws, which no write can reach; write a rule (C) instead.'
  throw new ArtooError('level_reserved', message, { field: 'level' })
}

export function checkTags(field: string, values: unknown): void {
  if (!Array.isArray(values)) throw invalid(field, `${field} must be a list.`)
  for (const value of values) checkTag(field, value)
}

function checkSources(sources: readonly string[]): void {
  checkTags('sources', sources)
  if (sources.length <= limits.sources) return
  throw invalid('sources', `sources has ${sources.length} ids; name the ${limits.sources} that matter.`)
}

function timeOf(at: number | undefined, now: number): number {
  if (at === undefined) return now
  if (!Number.isSafeInteger(at) || at < 0 || at > 8.64e15) {
    throw invalid('at', `at is ${at}; give whole milliseconds since the Unix epoch.`)
  }
  if (at <= now) return at
  const message = `at is ${at}, but it is ${now}; a Megram records what has happened.`
  throw new ArtooError('at_in_future', message, { field: 'at' })
}

function numbersOf(input: NewMegram, level: StoredLevel): Pick<MegramRecord, 'f' | 'sigma' | 'k'> {
  if (!Object.hasOwn(quantization, input.state)) {
    const known = Object.keys(quantization).join(', ')
    throw invalid('state', `state is ${JSON.stringify(input.state)}; give one of ${known}.`)
  }
  const usual = quantization[input.state]
  const { f = usual.f, sigma = usual.sigma, k = usual.k } = input
  if (!isBetween(f, 0, 1)) throw invalid('f', `f is ${f}; give a magnitude from 0 to 1.`)
  if (!isBetween(sigma, -1, 1)) throw invalid('sigma', `sigma is ${sigma}; give a valence from -1 to 1.`)
  if (level !== 'C') return { f, sigma, k: quantizedRate(k) }
  if (input.k !== undefined && input.k !== 0) throw invalid('k', 'A rule does not decay; leave k out.')
  return { f, sigma, k: 0 }
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function invalid(field: string, message: string): ArtooError {
  return new ArtooError('invalid_megram', message, { field })
}

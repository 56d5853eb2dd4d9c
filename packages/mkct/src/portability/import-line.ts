import { ArtooError } from '@artoo/spec'
import { parseObject } from '../journal/journal-entry.js'
import type { Megram, NewMegram } from '../megram/megram.js'
import { checkTag, checkTags, megramFrom } from '../megram/new-megram.js'

export const format = 'artoo-memory'
export const version = 1

export interface ImportLine {
  /** The number of the line in the import; the header is 1. */
  readonly number: number
  /** The sequence number that the Megram had in the memory it comes from. */
  readonly sequence: number
  readonly megram: Megram
}

/** @throws {ArtooError} `invalid_import` or `schema_unsupported` */
export function checkHeader(line: string): void {
  const header = parseObject(line)
  if (header?.format !== format) throw invalidImport(`Line 1 must be the header of an ${format} export.`)
  if (header.version === version) return
  const message = `Line 1: the export has version ${String(header.version)}; this reads ${version}. Import it with the version of @artoo/mkct that wrote it.`
  throw new ArtooError('schema_unsupported', message, { field: 'lines' })
}

/** @throws {ArtooError} `invalid_import`, `invalid_megram`, `level_reserved` or `at_in_future`, naming the line. */
export function parseLine(line: string, number: number, now: number): ImportLine {
  try {
    return { number, ...parse(line, now) }
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    const { code, message, field } = error
    throw new ArtooError(code, `Line ${number}: ${message}`, { cause: error, ...(field !== undefined && { field }) })
  }
}

function parse(line: string, now: number): Omit<ImportLine, 'number'> {
  const fields = parseObject(line)
  if (!fields) throw invalidImport('This is no JSON object.')
  const { sequence, id, at, recalledAt = null, decaysFrom, consolidated, subjects } = fields
  if (typeof id !== 'string' || !isWhole(sequence) || !isWhole(at)) {
    throw invalidImport('An id, a time or a sequence number is missing.')
  }
  checkTag('id', id)
  const megram = megramFrom(fields as unknown as NewMegram, id, now)
  const kept = { recalledAt, decaysFrom, consolidated, subjects }
  checkKept(kept, megram.level, now)
  return { sequence, megram: { ...megram, ...kept } as unknown as Megram }
}

/** Checks the fields that a memory adds to those of a host. */
function checkKept(fields: Readonly<Record<string, unknown>>, level: Megram['level'], now: number): void {
  const { recalledAt, decaysFrom, consolidated, subjects } = fields
  if (consolidated !== undefined && !isWhole(consolidated)) throw invalidImport('consolidated is no sequence number.')
  if (subjects !== undefined) checkTags('subjects', subjects)
  if (decaysFrom !== undefined) checkPast('decaysFrom', decaysFrom, now)
  if (recalledAt !== null) checkPast('recalledAt', recalledAt, now)
  if (level === 'M' && recalledAt !== null) throw invalidImport("recalledAt: an episode can't be recalled.")
  if (level !== 'K' && decaysFrom !== undefined) throw invalidImport('decaysFrom: only a demoted rule (K) has one.')
}

function checkPast(field: string, time: unknown, now: number): void {
  if (!isWhole(time)) throw invalidImport(`${field} is no time.`)
  if (time > now) throw new ArtooError('at_in_future', `${field} is later than now (${now}).`, { field })
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

export function invalidImport(message: string): ArtooError {
  return new ArtooError('invalid_import', message, { field: 'lines' })
}

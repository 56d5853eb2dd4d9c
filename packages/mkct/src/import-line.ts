import { ArtooError } from '@artoo/spec'
import { parseObject } from './journal-entry.js'
import type { Megram, NewMegram } from './megram.js'
import { checkTag, megramFrom } from './new-megram.js'

export const format = 'artoo-memory'
export const version = 1

/** One Megram of an export. */
export interface ImportLine {
  readonly sequence: number
  readonly megram: Megram
}

/** @throws {ArtooError} `invalid_import` or `schema_unsupported` */
export function checkHeader(line: string): void {
  const header = parseObject(line)
  if (header?.format !== format) throw invalidImport(`The first line must be the header of an ${format} export.`)
  if (header.version !== version) {
    throw new ArtooError(
      'schema_unsupported',
      `The export has version ${String(header.version)}; this reads ${version}.`,
    )
  }
}

/** @throws {ArtooError} `invalid_import`, `invalid_megram`, `level_reserved` or `at_in_future` */
export function parseLine(line: string, number: number, now: number): ImportLine {
  const fields = parseObject(line)
  if (!fields) throw invalidImport(`Line ${number} is no JSON object.`)
  const { sequence, id, at, recalledAt = null, decaysFrom, consolidated, subjects } = fields
  if (typeof id !== 'string' || !isWhole(sequence) || !isWhole(at)) {
    throw invalidImport(`Line ${number} lacks an id, a time or a sequence number.`)
  }
  checkTag('id', id)
  const megram = megramFrom(fields as unknown as NewMegram, id, now)
  if (consolidated !== undefined && !isWhole(consolidated)) {
    throw invalidImport(`Line ${number}: consolidated is no sequence number.`)
  }
  if (subjects !== undefined) checkSubjects(subjects)
  if (decaysFrom !== undefined) checkPast('decaysFrom', decaysFrom)
  if (recalledAt !== null) checkPast('recalledAt', recalledAt)
  return {
    sequence,
    megram: {
      ...megram,
      ...(decaysFrom !== undefined && { decaysFrom }),
      ...(consolidated !== undefined && { consolidated }),
      ...(subjects !== undefined && { subjects }),
      recalledAt,
    },
  }

  function checkSubjects(list: unknown): asserts list is readonly string[] {
    if (!Array.isArray(list)) throw invalidImport(`Line ${number}: subjects is no list.`)
    for (const subject of list) checkTag('subjects', subject)
  }

  function checkPast(field: string, time: unknown): asserts time is number {
    if (!isWhole(time)) throw invalidImport(`Line ${number}: ${field} is no time.`)
    if (time > now) {
      throw new ArtooError('at_in_future', `Line ${number}: ${field} is later than now (${now}).`, { field })
    }
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

export function invalidImport(message: string): ArtooError {
  return new ArtooError('invalid_import', message, { field: 'lines' })
}

/// <reference types="node" />
import { type ByteReader, createByteReader } from './byte-reader.js'

/** What the records of a MANIFEST add up to. */
export interface Manifest {
  /** Size by number of every table in use. */
  readonly tables: ReadonlyMap<number, number>
  /** The oldest log that is still needed; 0 when none was named. */
  readonly log: number
  /** One older log that is needed, in stores of old; 0 for none. */
  readonly previousLog: number
}

const tags = {
  comparator: 1,
  log: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLog: 9,
} as const

type Field = 'log' | 'previousLog' | 'nextFile' | 'lastSequence'

/** Null when a record can't be read, or when what LevelDB asks for is missing. */
export function readManifest(records: readonly Buffer[]): Manifest | null {
  const levels = new Map<string, readonly [number: number, size: number]>()
  const fields = new Map<Field, number>()
  try {
    for (const record of records) applyEdit(createByteReader(record), levels, fields)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  const log = fields.get('log')
  if (log === undefined || !fields.has('nextFile') || !fields.has('lastSequence')) return null
  return { tables: new Map(levels.values()), log, previousLog: fields.get('previousLog') ?? 0 }
}

/** @throws {RangeError} */
function applyEdit(
  reader: ByteReader,
  levels: Map<string, readonly [number: number, size: number]>,
  fields: Map<Field, number>,
): void {
  const added: [string, readonly [number, number]][] = []
  while (!reader.isAtEnd()) {
    const tag = reader.varint()
    switch (tag) {
      case tags.comparator:
        reader.prefixed()
        break
      case tags.log:
        fields.set('log', reader.varint())
        break
      case tags.previousLog:
        fields.set('previousLog', reader.varint())
        break
      case tags.nextFile:
        fields.set('nextFile', reader.varint())
        break
      case tags.lastSequence:
        fields.set('lastSequence', reader.varint())
        break
      case tags.compactPointer:
        reader.varint()
        reader.prefixed()
        break
      case tags.deletedFile:
        levels.delete(`${reader.varint()} ${reader.varint()}`)
        break
      case tags.newFile: {
        const level = reader.varint()
        const number = reader.varint()
        added.push([`${level} ${number}`, [number, reader.varint()]])
        reader.prefixed()
        reader.prefixed()
        break
      }
      default:
        throw new RangeError(`A field of an unknown kind: ${tag}.`)
    }
  }
  for (const [key, file] of added) levels.set(key, file)
}

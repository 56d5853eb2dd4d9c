/// <reference types="node" />
import { uncompress } from 'snappyjs'
import { createByteReader } from './byte-reader.js'
import { crc32c, unmasked } from './crc32c.js'

/** Where a block stands in its table, without the trailer. */
export interface Extent {
  readonly offset: number
  readonly size: number
}

/** After each block: its compression (one byte) and a checksum over both. */
export const trailerSize = 5
const compressions = { none: 0, snappy: 1 } as const

/** `block` ends with its trailer. */
export function isIntact(block: Buffer): boolean {
  const end = block.length - 4
  return crc32c(block.subarray(0, end)) === unmasked(block.readUInt32LE(end))
}

/** Memory that may be asked for in vain. */
const harmlessBytes = 64 * 2 ** 20

/**
 * True for a block that has LevelDB ask for far more memory than its content can take, which ends the process when there
 * is not so much: Snappy makes at most some 22 bytes of one.
 */
export function isBomb(block: Buffer): boolean {
  const data = block.subarray(0, block.length - trailerSize)
  if (block.readUInt8(data.length) !== compressions.snappy) return false
  try {
    return createByteReader(data).varint() > Math.max(harmlessBytes, 32 * data.length)
  } catch {
    return false
  }
}

/** The values in an intact block. @throws {RangeError} */
export function valuesOf(block: Buffer): readonly Buffer[] {
  const data = contentOf(block)
  const restarts = data.readUInt32LE(data.length - 4)
  const end = data.length - 4 - 4 * restarts
  if (end < 0) throw new RangeError('More restart points than there is room for.')
  const reader = createByteReader(data.subarray(0, end))
  const values: Buffer[] = []
  while (!reader.isAtEnd()) {
    reader.varint()
    const unshared = reader.varint()
    const length = reader.varint()
    reader.slice(unshared)
    values.push(reader.slice(length))
  }
  return values
}

function contentOf(block: Buffer): Buffer {
  const data = block.subarray(0, block.length - trailerSize)
  if (block.readUInt8(data.length) === compressions.none) return data
  try {
    return uncompress(data)
  } catch (cause) {
    throw new RangeError('A block that is compressed wrongly.', { cause })
  }
}

/** @throws {RangeError} */
export function readExtent(bytes: Buffer): Extent {
  const reader = createByteReader(bytes)
  return { offset: reader.varint(), size: reader.varint() }
}

/// <reference types="node" />
import { uncompress } from 'snappyjs'
import { createByteReader } from './byte-reader.js'
import { crc32c, masked, unmasked } from './crc32c.js'
import { trailerSize } from './extent.js'
import { encodeVarint } from './varint.js'

export type BlockEntry = readonly [key: Buffer, value: Buffer]

const compressions = { none: 0, snappy: 1 } as const

/** `block` ends with its trailer. */
export function isIntact(block: Buffer): boolean {
  const end = block.length - 4
  return crc32c(block.subarray(0, end)) === unmasked(block.readUInt32LE(end))
}

/** What an intact block holds. @throws {RangeError} */
export function entriesOf(block: Buffer): readonly BlockEntry[] {
  const data = contentOf(block)
  const restarts = data.readUInt32LE(data.length - 4)
  const end = data.length - 4 - 4 * restarts
  if (end < 0) throw new RangeError('More restart points than there is room for.')
  const reader = createByteReader(data.subarray(0, end))
  const entries: BlockEntry[] = []
  let key: Buffer = Buffer.alloc(0)
  while (!reader.isAtEnd()) {
    const shared = reader.varint()
    const unshared = reader.varint()
    const length = reader.varint()
    const rest = reader.slice(unshared)
    key = shared === 0 ? rest : Buffer.concat([key.subarray(0, shared), rest])
    entries.push([key, reader.slice(length)])
  }
  return entries
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

/** A block, with its trailer, in which every entry is a restart point. */
export function encodeBlock(entries: readonly BlockEntry[]): Buffer {
  const parts: Buffer[] = []
  const restarts: number[] = []
  let offset = 0
  for (const [key, value] of entries) {
    const entry = Buffer.concat([encodeVarint(0), encodeVarint(key.length), encodeVarint(value.length), key, value])
    restarts.push(offset)
    parts.push(entry)
    offset += entry.length
  }
  if (restarts.length === 0) restarts.push(0)
  const numbers = [...restarts, restarts.length].map(fixed32)
  const sealed = Buffer.concat([...parts, ...numbers, Buffer.from([compressions.none])])
  return Buffer.concat([sealed, fixed32(masked(crc32c(sealed)))])
}

function fixed32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

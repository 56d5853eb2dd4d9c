/// <reference types="node" />
import { createByteReader } from './byte-reader.js'
import { encodeVarint } from './varint.js'

/** Where a block stands in its table, without the trailer. */
export interface Extent {
  readonly offset: number
  readonly size: number
}

/** After each block: its compression (one byte) and a checksum over both. */
export const trailerSize = 5

/** @throws {RangeError} */
export function readExtent(bytes: Buffer): Extent {
  const reader = createByteReader(bytes)
  return { offset: reader.varint(), size: reader.varint() }
}

export function encodeExtent({ offset, size }: Extent): Buffer {
  return Buffer.concat([encodeVarint(offset), encodeVarint(size)])
}

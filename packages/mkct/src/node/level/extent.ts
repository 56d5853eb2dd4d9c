/// <reference types="node" />
import { decodeVarint, encodeVarint } from './varint.js'

/** Where a block stands in its table, without the trailer. */
export interface Extent {
  readonly offset: number
  readonly size: number
}

/** After each block: its compression (one byte) and a checksum over both. */
export const trailerSize = 5

/** @throws {RangeError} */
export function readExtent(bytes: Buffer): Extent {
  const [offset, end] = decodeVarint(bytes, 0)
  const [size] = decodeVarint(bytes, end)
  return { offset, size }
}

export function encodeExtent({ offset, size }: Extent): Buffer {
  return Buffer.concat([encodeVarint(offset), encodeVarint(size)])
}

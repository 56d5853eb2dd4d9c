/// <reference types="node" />
import { decodeVarint } from './varint.js'

/** Reads numbers and slices as LevelDB encodes them, one after another. */
export function createByteReader(bytes: Buffer) {
  let at = 0

  /** @throws {RangeError} */
  function varint(): number {
    const [value, end] = decodeVarint(bytes, at)
    at = end
    return value
  }

  /** @throws {RangeError} */
  function slice(length: number): Buffer {
    if (length > bytes.length - at) throw new RangeError('A slice that reaches beyond the end.')
    at += length
    return bytes.subarray(at - length, at)
  }

  return { varint, slice, prefixed: () => slice(varint()), isAtEnd: () => at === bytes.length }
}

export type ByteReader = ReturnType<typeof createByteReader>

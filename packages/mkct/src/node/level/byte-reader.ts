/// <reference types="node" />

/** Reads numbers and slices as LevelDB encodes them, one after another. */
export function createByteReader(bytes: Buffer) {
  let at = 0

  /** Up to 2^53. @throws {RangeError} */
  function varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(at++)
      value += (byte % 128) * scale
      if (!Number.isSafeInteger(value)) throw new RangeError('A number that is too large.')
      if (byte < 128) return value
    }
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

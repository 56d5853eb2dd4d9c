import crc from 'crc-32/crc32c.js'

/** CRC-32C of `bytes`; `before` is that of what precedes them. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  return crc.buf(bytes, before) >>> 0
}

/** LevelDB turns and shifts the sums it stores, so that a sum over data with sums in it stays telling. */
export function unmasked(stored: number): number {
  const turned = (stored - 0xa282ead8) >>> 0
  return ((turned >>> 17) | (turned << 15)) >>> 0
}

export function masked(sum: number): number {
  return (((sum >>> 15) | (sum << 17)) + 0xa282ead8) >>> 0
}

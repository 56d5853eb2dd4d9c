/// <reference types="node" />

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
export function encodeVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

/** The number at `from`, up to 2^53, and where it ends. @throws {RangeError} */
export function decodeVarint(bytes: Buffer, from: number): readonly [value: number, end: number] {
  let value = 0
  let at = from
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++]
    if (byte === undefined) throw new RangeError('A number that reaches beyond the end.')
    value += (byte & 127) * scale
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('A number that is too large.')
    if (byte < 128) return [value, at]
  }
}

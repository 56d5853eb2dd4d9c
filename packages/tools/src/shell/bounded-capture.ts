/** How much of the start, and how much of the end, is kept: of both streams together no more than a record's full output. */
const keptBytes = 256_000

export interface BoundedCapture {
  add(chunk: Buffer): void
  text(): string
  /** Bytes between head and tail that are gone. */
  readonly leftOut: number
}

/** Collects the head and the tail of a byte stream in constant memory. */
export function boundedCapture(): BoundedCapture {
  const head = growingBytes()
  const tail = growingBytes()
  let dropped = 0
  const excess = () => Math.max(0, tail.length() - keptBytes)
  return {
    get leftOut() {
      return dropped + excess()
    },
    add(chunk) {
      const room = keptBytes - head.length()
      if (room > 0) head.add(chunk.subarray(0, room))
      if (chunk.length > room) tail.add(chunk.subarray(Math.max(0, room)))
      // Not at every chunk, since each time the whole tail is moved.
      if (tail.length() < 2 * keptBytes) return
      dropped += excess()
      tail.dropFirst(excess())
    },
    text() {
      const leftOut = dropped + excess()
      if (leftOut === 0) return Buffer.concat([head.from(0), tail.from(0)]).toString('utf8')
      return `${head.from(0).toString('utf8')}\n[… ${leftOut} bytes left out …]\n${tail.from(excess()).toString('utf8')}`
    },
  }
}

/** Bytes in one buffer: many small ones would each cost more than what they hold. */
function growingBytes() {
  let bytes = Buffer.alloc(0)
  let length = 0
  return {
    length: () => length,
    add(chunk: Buffer): void {
      const needed = length + chunk.length
      if (needed > bytes.length) {
        const larger = Buffer.alloc(2 * needed)
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      chunk.copy(bytes, length)
      length = needed
    },
    dropFirst(count: number): void {
      bytes.copyWithin(0, count, length)
      length -= count
    },
    from: (start: number) => bytes.subarray(start, length),
  }
}

/** Bytes that are kept of the start, and of the end: both streams together take no more than a record's full output. */
const keptBytes = 256_000

export interface BoundedCapture {
  add(chunk: Buffer): void
  text(): string
  /** Bytes between head and tail that were dropped. */
  readonly leftOut: number
}

/**
 * The longest line, in bytes, that is left out whole where it would be cut: redaction does not recognise half of a key.
 */
const longestLine = 4_096

const newline = 0x0a

/** Collects the head and the tail of a byte stream in constant memory, lines whole where they are not too long. */
export function boundedCapture(): BoundedCapture {
  const head = growingBytes()
  const tail = growingBytes()
  let dropped = 0
  const excess = () => Math.max(0, tail.length() - keptBytes)

  function ends() {
    const [first, last] = [head.from(0), tail.from(excess())]
    if (dropped + excess() === 0) return { first, last, leftOut: 0 }
    const end = first.lastIndexOf(newline) + 1
    const start = last.indexOf(newline) + 1
    const kept = {
      first: first.length - end < longestLine ? first.subarray(0, end) : first,
      last: start > 0 && start < longestLine ? last.subarray(start) : last,
    }
    const trimmed = first.length - kept.first.length + last.length - kept.last.length
    return { ...kept, leftOut: dropped + excess() + trimmed }
  }

  return {
    get leftOut() {
      return ends().leftOut
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
      const { first, last, leftOut } = ends()
      if (leftOut === 0) return Buffer.concat([first, last]).toString('utf8')
      return `${first.toString('utf8')}\n[… ${leftOut} bytes left out …]\n${last.toString('utf8')}`
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

/** How much of the start, and how much of the end, is kept: 32 KiB each. */
const keptBytes = 32_768

export interface BoundedCapture {
  add(chunk: Buffer): void
  text(): string
  /** Bytes between head and tail that are gone. */
  readonly leftOut: number
}

/** Collects the head and the tail of a byte stream in constant memory. */
export function boundedCapture(): BoundedCapture {
  let head = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  let leftOut = 0
  return {
    get leftOut() {
      return leftOut
    },
    add(chunk) {
      const room = keptBytes - head.length
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)])
      const joined = Buffer.concat([tail, chunk.subarray(Math.max(0, room))])
      const excess = Math.max(0, joined.length - keptBytes)
      // Copied, because a view would keep the whole joined buffer alive.
      tail = excess === 0 ? joined : Buffer.from(joined.subarray(excess))
      leftOut += excess
    },
    text() {
      if (leftOut === 0) return Buffer.concat([head, tail]).toString('utf8')
      return `${head.toString('utf8')}\n[… ${leftOut} bytes left out …]\n${tail.toString('utf8')}`
    },
  }
}

const newline = 0x0a

export interface LineRange {
  /** The bytes of `chunk` that belong to the range. */
  take(chunk: Buffer): Buffer
  /** True when everything that follows is past the range. */
  readonly done: boolean
  /** Lines seen so far; a last one without a newline counts. */
  readonly lines: number
}

/** Cuts the lines `startLine` to `endLine` (from 1, both included) out of a stream of chunks, holding none back. */
export function lineRange(startLine: number, endLine: number): LineRange {
  let line = 1
  let lineIsEmpty = true
  return {
    get done() {
      return line > endLine
    },
    get lines() {
      return lineIsEmpty ? line - 1 : line
    },
    take(chunk) {
      let from = line >= startLine ? 0 : chunk.length
      let position = 0
      while (position < chunk.length && line <= endLine) {
        const end = chunk.indexOf(newline, position)
        lineIsEmpty = end !== -1
        position = end === -1 ? chunk.length : end + 1
        if (end === -1) break
        line++
        if (line === startLine) from = position
      }
      return chunk.subarray(Math.min(from, position), position)
    },
  }
}

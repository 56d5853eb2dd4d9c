/**
 * A piece of the text that the user of a run reads while it is written. An `answer_reset` voids all pieces before it:
 * another attempt begins.
 */
export type AnswerPiece =
  | { readonly type: 'answer_delta'; readonly attempt: number; readonly text: string }
  | { readonly type: 'answer_reset'; readonly attempt: number }

/** The writer of one attempt. Pieces are dropped once another writer has begun. */
export interface AnswerWriter {
  /** Begins the text; earlier pieces of this writer are void. */
  begin(): void
  add(text: string): void
  /** Voids the pieces of this writer. */
  discard(): void
}

/**
 * The text of the current attempt, in memory only. Writing waits for no reader: a slow one receives more at a time, a
 * late one all of this attempt.
 */
export interface AnswerStream extends AsyncIterable<AnswerPiece> {
  /** Begins another attempt. */
  open(): AnswerWriter
  /**
   * Ends the text. Readers then have this text, regardless of the pieces that were written; no text when it is null.
   */
  end(text: string | null): void
}

export function createAnswerStream(): AnswerStream {
  const waiting = new Set<() => void>()
  let pieces: string[] = []
  let attempt = 1
  let writer: AnswerWriter | null = null
  let ended = false

  function wake(): void {
    for (const resume of waiting) resume()
    waiting.clear()
  }

  function add(text: string): void {
    if (text === '') return
    pieces.push(text)
    wake()
  }

  function reset(): void {
    if (pieces.length === 0) return
    attempt++
    pieces = []
    wake()
  }

  function read(): AsyncIterator<AnswerPiece, undefined> {
    let known = attempt
    let seen = 0
    let left = false

    /** The next piece for this reader; null when there is none yet. */
    function news(): AnswerPiece | null {
      const isReset = known !== attempt && seen > 0
      if (known !== attempt) seen = 0
      known = attempt
      if (isReset) return { type: 'answer_reset', attempt }
      if (seen === pieces.length) return null
      const text = pieces.slice(seen).join('')
      seen = pieces.length
      return { type: 'answer_delta', attempt, text }
    }
    return {
      async next() {
        for (;;) {
          const value = left ? null : news()
          if (value) return { done: false, value }
          if (left || ended) return { done: true, value: undefined }
          await new Promise<void>((resume) => waiting.add(resume))
        }
      },
      async return() {
        left = true
        wake()
        return { done: true, value: undefined }
      },
    }
  }

  return {
    open() {
      reset()
      const own: AnswerWriter = {
        begin: () => own === writer && reset(),
        add: (text) => own === writer && add(text),
        discard: () => own === writer && reset(),
      }
      writer = own
      return own
    },
    end(text) {
      writer = null
      if (pieces.join('') !== (text ?? '')) reset()
      if (pieces.length === 0) add(text ?? '')
      ended = true
      wake()
    },
    [Symbol.asyncIterator]: read,
  }
}

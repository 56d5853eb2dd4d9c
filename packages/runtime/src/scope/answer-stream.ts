/**
 * A piece of the text that the user of a run reads while it is written. An `answer_reset` voids all pieces before it:
 * another attempt begins.
 */
export type AnswerPiece<Value = unknown> =
  | { readonly type: 'answer_delta'; readonly attempt: number; readonly text: string }
  | { readonly type: 'answer_reset'; readonly attempt: number }
  /** The output of a task whose output is data, as far as it is written: not checked yet, and in place of the one before. */
  | { readonly type: 'answer_value'; readonly attempt: number; readonly value: Value }
  /** Reasoning of a model whose provider shows it. It is no part of the answer, and no reset voids it. */
  | { readonly type: 'reasoning_delta'; readonly attempt: number; readonly text: string }

/** The writer of one attempt. Pieces are dropped once another writer has begun. */
export interface AnswerWriter {
  /** Begins the text; earlier pieces of this writer are void. */
  begin(): void
  add(text: string): void
  /** Replaces the value so far. */
  value(value: unknown): void
  reason(text: string): void
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
  /** The last value, and the number of those before. */
  let value: { readonly number: number; readonly of: unknown } | null = null
  let values = 0
  const reasoning: { readonly attempt: number; readonly text: string }[] = []
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

  function assign(of: unknown): void {
    value = { number: ++values, of }
    wake()
  }

  function reason(text: string): void {
    if (text === '') return
    reasoning.push({ attempt, text })
    wake()
  }

  function reset(): void {
    if (pieces.length === 0 && value === null) return
    attempt++
    pieces = []
    value = null
    wake()
  }

  function read(): AsyncIterator<AnswerPiece, undefined> {
    let known = attempt
    let seen = 0
    let hasSeen = false
    let seenValue = 0
    let seenReasoning = 0
    let left = false

    /** The next reasoning of one attempt that this reader knows of; null when there is none. */
    function thought(): AnswerPiece | null {
      const first = reasoning[seenReasoning]
      if (!first || first.attempt > known) return null
      let text = ''
      for (let next = reasoning[seenReasoning]; next?.attempt === first.attempt; next = reasoning[++seenReasoning])
        text += next.text
      return { type: 'reasoning_delta', attempt: first.attempt, text }
    }

    /** The void of what this reader has seen, when another attempt has begun since; null otherwise. */
    function voided(): AnswerPiece | null {
      const isReset = known !== attempt && hasSeen
      if (known !== attempt) seen = 0
      known = attempt
      if (!isReset) return null
      hasSeen = false
      return { type: 'answer_reset', attempt }
    }

    /** The newest data, or the next text; null when this reader has all that there is. */
    function written(): AnswerPiece | null {
      if (value !== null && value.number !== seenValue) {
        seenValue = value.number
        hasSeen = true
        return { type: 'answer_value', attempt, value: value.of }
      }
      if (seen === pieces.length) return null
      hasSeen = true
      const text = pieces.slice(seen).join('')
      seen = pieces.length
      return { type: 'answer_delta', attempt, text }
    }

    /** The next piece for this reader; null when there is none yet. Reasoning comes before the text that it led to. */
    const news = () => thought() ?? voided() ?? thought() ?? written()

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
        value: (of) => own === writer && assign(of),
        reason: (text) => own === writer && reason(text),
        discard: () => own === writer && reset(),
      }
      writer = own
      return own
    },
    end(text) {
      writer = null
      const isOther = pieces.length > 0 && pieces.join('') !== text
      if (isOther || text === null) reset()
      else if (value !== null && JSON.stringify(value.of) !== text) assign(dataIn(text) ?? value.of)
      if (pieces.length === 0) add(text ?? '')
      ended = true
      wake()
    },
    [Symbol.asyncIterator]: read,
  }
}

/** The data that a text holds; undefined where it is no JSON. */
function dataIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

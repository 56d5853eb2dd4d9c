import { ArtooError, shortened } from '@artoo/spec'

interface Scored {
  /** 0 to 1. */
  readonly score: number
  readonly note: string | undefined
}

/**
 * The score that a check returned, as a number.
 *
 * @throws {ArtooError} `invalid_score`.
 */
export function scoreOf(returned: unknown): Scored {
  const { score, note } =
    typeof returned === 'object' && returned !== null
      ? (returned as Readonly<Record<string, unknown>>)
      : { score: returned }
  const number = typeof score === 'boolean' ? Number(score) : score
  if (typeof number !== 'number' || !(number >= 0 && number <= 1)) {
    const got = typeof number === 'number' ? `${number}` : number === null ? 'null' : typeof number
    throw new ArtooError('invalid_score', `a score is true, false or a number from 0 to 1, not ${got}`, {
      field: 'score',
    })
  }
  if (note !== undefined && typeof note !== 'string') {
    throw new ArtooError('invalid_score', `the note of a score is a text, not ${typeof note}`, { field: 'note' })
  }
  // JSON has no −0.
  return { score: number + 0, note: note === undefined ? undefined : shortened(note) }
}

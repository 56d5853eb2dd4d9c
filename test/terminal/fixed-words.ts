/** A row of a screen as pieces of one style each. */
export interface Piece<Style> {
  readonly text: string
  readonly style: Style
}

const changing: readonly (readonly [RegExp, string])[] = [
  [/[\u2801-\u28ff]/gu, '⠋'],
  [/\b[\d.]+ (?:ms|s|min)(?!\w)/g, '2 s'],
  [/\b\d+\/\d+\/\d+(?:, ?[\d:]*(?:\s?[AP]M?)?)?/gu, '3/1/26, 9:00 AM'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}(?:-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?/g, '0199c0de-0000'],
  [/\b[0-9a-f]{8}-[0-9a-f]{2}…/gu, '0199c0de-00…'],
]

/** The last column of a table of costs is as wide as its longest time. */
const lastColumn = / +(time|2 s)$/
const called = /^[✓✗⊘?◐] \w+ /u

/** A row in which times, dates and ids are the same in every run. */
export function fixedWords<Style>(row: readonly Piece<Style>[]): readonly Piece<Style>[] {
  const whole = row.map(({ text }) => text).join('')
  const fixed = row.map(({ text, style }) => ({
    text: changing.reduce((words, mask) => words.replace(...mask), text),
    style,
  }))
  const last = fixed.at(-1)
  if (last === undefined) return fixed
  // A call has its time beside it only where it took some.
  if (called.test(whole) && last.text === ' · 2 s') return fixed.slice(0, -1)
  const isTable = lastColumn.test(last.text) && /^(?: {10}|\w[\w ]+ {2})/.test(whole)
  return isTable
    ? [...fixed.slice(0, -1), { ...last, text: last.text.replace(lastColumn, (_, end: string) => end.padStart(8)) }]
    : fixed
}

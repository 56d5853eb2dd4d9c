/** Counts of the characters in a text that has the alphabet of base64. White space and padding are not counted. */
export interface Survey {
  readonly length: number
  readonly upper: number
  readonly lower: number
  readonly digits: number
  /** `+` and `/`, or `-` and `_`. */
  readonly special: number
  readonly padding: number
  /** Lower-case letters that follow one: words have many. */
  readonly lowerPairs: number
  /** Pieces between white space. */
  readonly pieces: number
  /** Characters of each piece but the last, which is not longer; null when they differ. */
  readonly width: number | null
}

type Kind = 'upper' | 'lower' | 'digits' | 'plus' | 'minus' | 'space'

/** The kind of each character code below 128; null for a character that is not in the alphabet. */
const kindOf: readonly (Kind | null)[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z]/.test(character)) return 'upper'
  if (/[a-z]/.test(character)) return 'lower'
  if (/\d/.test(character)) return 'digits'
  if (/[+/]/.test(character)) return 'plus'
  if (/[-_]/.test(character)) return 'minus'
  return /\s/.test(character) ? 'space' : null
})

/** Looks at each character once, up to the first that base64 doesn't have. Null for a text that is not wholly base64. */
export function surveyOf(text: string): Survey | null {
  const trimmed = text.trimEnd()
  const padding = trimmed.endsWith('==') ? 2 : trimmed.endsWith('=') ? 1 : 0
  const end = trimmed.length - padding
  const counts: Record<Kind, number> = { upper: 0, lower: 0, digits: 0, plus: 0, minus: 0, space: 0 }
  const widths = createWidths()
  let lowerPairs = 0
  let before: Kind = 'space'
  for (let index = 0; index < end; index++) {
    const kind = kindOf[trimmed.charCodeAt(index)]
    if (!kind) return null
    counts[kind]++
    if (kind === 'space') widths.end()
    else widths.add()
    if (kind === 'lower' && before === 'lower') lowerPairs++
    before = kind
  }
  widths.end()
  const { upper, lower, digits, plus, minus } = counts
  const length = upper + lower + digits + plus + minus
  const isWhole = padding === 0 ? length % 4 !== 1 : (length + padding) % 4 === 0
  if (length === 0 || !isWhole || (plus > 0 && minus > 0)) return null
  return { length, upper, lower, digits, special: plus + minus, padding, lowerPairs, ...widths.found() }
}

/** Compares the widths of pieces as they come. */
function createWidths() {
  let pieces = 0
  let width: number | null = null
  let present = 0
  let last = 0
  let areEqual = true
  return {
    add: () => {
      present++
    },
    end() {
      if (present === 0) return
      // The one before turns out not to be the last, so it has to be as wide as the others.
      if (pieces > 0 && last !== width) areEqual = false
      width ??= present
      if (present > width) areEqual = false
      pieces++
      last = present
      present = 0
    },
    found: (): Pick<Survey, 'pieces' | 'width'> => ({ pieces, width: areEqual ? width : null }),
  }
}

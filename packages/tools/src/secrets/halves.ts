/** Characters of the shortest part of a secret that is recognised at a cut. */
const shortest = 6

const cut = /\n?\[… \d+ bytes left out …\]\n?/g

/** A text in which tools left something out, without the parts of secrets that end or begin at such a place. */
export function withoutHalves(text: string, replacements: ReadonlyMap<string, string>): string {
  const cuts = [...text.matchAll(cut)]
  if (cuts.length === 0) return text
  let end = 0
  const pieces = cuts.flatMap((found, index) => {
    const piece = text.slice(end, found.index)
    end = found.index + found[0].length
    return [index === 0 ? withoutHead(piece, replacements) : between(piece, replacements), found[0]]
  })
  return [...pieces, withoutTail(text.slice(end), replacements)].join('')
}

const between = (piece: string, replacements: ReadonlyMap<string, string>) =>
  withoutHead(withoutTail(piece, replacements), replacements)

/** The piece without the beginning of a secret at its end. */
function withoutHead(piece: string, replacements: ReadonlyMap<string, string>): string {
  for (const [text, replacement] of replacements) {
    const start = Math.max(0, piece.length - text.length)
    const from = placeOf(piece.slice(start), text.slice(0, shortest), (at, end) => text.startsWith(end.slice(at)))
    if (from !== null) return piece.slice(0, start + from) + replacement
  }
  return piece
}

/** The piece without the end of a secret at its beginning. */
function withoutTail(piece: string, replacements: ReadonlyMap<string, string>): string {
  for (const [text, replacement] of replacements) {
    const head = piece.slice(0, text.length)
    const from = placeOf(head, text.slice(-shortest), (at, start) => text.endsWith(start.slice(0, at + shortest)))
    if (from !== null) return replacement + piece.slice(from + shortest)
  }
  return piece
}

/** The first place of a sign that is right. */
function placeOf(text: string, sign: string, isRight: (at: number, text: string) => boolean): number | null {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) if (isRight(at, text)) return at
  return null
}

import { isObject } from '@artoo/spec'

/** The mark in place of a part of a text that was cut. */
const cutNote = /\n\[… \d+ bytes left out …\]\n|…/

/**
 * The path to the first difference of two pieces of plain data, compared as JSON; null when they are the same. With
 * `redacted`, two texts that were both cut count as the same, and so do a cut text and one that has all its pieces: a
 * redacted text is cut at other places than the text that it was made from, or not at all.
 */
export function firstDifference(one: unknown, other: unknown, path = '', redacted = false): string | null {
  if (Object.is(one, other)) return null
  if (redacted && typeof one === 'string' && typeof other === 'string' && isSameButForCuts(one, other)) return null
  if (!isObject(one) || !isObject(other)) return one === other ? null : path || 'it'
  if (Array.isArray(one) !== Array.isArray(other)) return path || 'it'
  const [ours, theirs] = [one as Fields, other as Fields]
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const where = firstDifference(ours[name], theirs[name], path === '' ? name : `${path}.${name}`, redacted)
    if (where !== null) return where
  }
  return null
}

function isSameButForCuts(one: string, other: string): boolean {
  const [ours, theirs] = [one.split(cutNote), other.split(cutNote)]
  if (ours.length > 1 && theirs.length > 1) return true
  return ours.length > 1 ? isLeftOf(other, ours) : theirs.length > 1 && isLeftOf(one, theirs)
}

/** Whether a text has these pieces in their order, from its beginning to its end. */
function isLeftOf(whole: string, pieces: readonly string[]): boolean {
  const [first = '', last = ''] = [pieces.at(0), pieces.at(-1)]
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const at = whole.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return from + last.length <= whole.length
}

type Fields = Readonly<Record<string, unknown>>

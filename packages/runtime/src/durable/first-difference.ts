/** The note that stands where a text was cut. */
const cutNote = /\[… \d+ bytes left out …\]/

/**
 * Where two pieces of plain data differ first, as a path, by what JSON keeps of them; null when they are the same. With `redacted`, texts of
 * which both were cut count as the same: a redacted text is cut elsewhere than the text that it was made from.
 */
export function firstDifference(one: unknown, other: unknown, path = '', redacted = false): string | null {
  if (Object.is(one, other)) return null
  if (redacted && typeof one === 'string' && typeof other === 'string' && cutNote.test(one) && cutNote.test(other)) {
    return null
  }
  if (!isObject(one) || !isObject(other)) return one === other ? null : path || 'it'
  if (Array.isArray(one) !== Array.isArray(other)) return path || 'it'
  const [ours, theirs] = [one as Fields, other as Fields]
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const where = firstDifference(ours[name], theirs[name], path === '' ? name : `${path}.${name}`, redacted)
    if (where !== null) return where
  }
  return null
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

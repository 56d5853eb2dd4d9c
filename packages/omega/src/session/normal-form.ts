/**
 * A statement in the form in which it compares with others: without case, double spaces, marks around it and the punctuation of prose. What may
 * be a formula stays: signs, brackets, decimal points, primes and factorials make another statement. Of marks alone nothing is taken away.
 */
export function normalForm(statement: string): string {
  const text = statement.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  const plain = text
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/["“”„«»「」。，、；：？]/g, ' ')
  const bare = withoutStops(withoutStops(plain).replace(/^([*_'`]+)(.*[\p{L}\p{N}].*)\1$/u, '$2'))
  return bare === '' ? text : bare
}

/** A text without the marks that end its sentences or parts of them. */
const withoutStops = (text: string) =>
  text
    .replace(/(?<=\p{L}{2}[*_'`]*)!+(?=\s|$)/gu, '')
    .replace(/(?<=[\p{L}\p{N})\]'*_`])[.,;:?…]+(?=\s|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

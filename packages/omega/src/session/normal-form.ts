/**
 * A statement in the form in which it compares with others: without case, spacing and the punctuation of prose. What
 * may be a formula stays: signs, brackets, decimal points, primes and factorials make another statement.
 */
export function normalForm(statement: string): string {
  return statement
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/["“”„«»「」。，、；：？]/g, ' ')
    .replace(/[.,;:?…]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Beginnings that providers give their keys. */
const keys = [
  /\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])*[A-Za-z0-9_-]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{16,}/,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/,
  /\bglpat-[A-Za-z0-9_-]{16,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  // A run of these characters has one beginning: each would be searched to its end.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
] as const

const known = [...keys, /-----BEGIN [A-Z ]*PRIVATE KEY-----/, /[a-z0-9+.-]:\/\/[^\s/:@]+:[^\s/@]+@/i] as const

/** A key of a provider, wherever it stands in a text. */
export const anyKey = (): RegExp => new RegExp(keys.map(({ source }) => source).join('|'), 'g')

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Addresses, places, dates and the like, which look random and are not secrets. */
const harmless = [
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^(?:~|\.{1,2})?[\\/]/,
  /^[A-Za-z]:\\/,
  /^[^\s/\\]+(?:[\\/][^\s/\\]+)*\.[A-Za-z][A-Za-z0-9]{0,5}$/,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/,
] as const

/** Whether words hold a key of a form that a provider gives its keys. */
export const hasKnownForm = (words: string): boolean => known.some((form) => form.test(words))

export const isUuid = (token: string): boolean => uuid.test(token)

export const isHarmless = (token: string): boolean => harmless.some((form) => form.test(token))

/** Characters of the shortest token that may be taken for a secret by its looks. */
const shortest = 20

/** Bits a character. English words have up to 3.3, twenty random letters and digits 3.7 and more. */
const mostEntropy = 3.4

/** Changes between small letters, capitals, digits and signs, for each character: names in programs have up to 0.3. */
export const mostChanges = 0.35

/** Whether a token of a free text looks random. */
export function looksRandom(token: string): boolean {
  if (token.length < shortest || isUuid(token) || isHarmless(token)) return false
  return entropyOf(token) >= mostEntropy && changesIn(token) >= mostChanges
}

/** Bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/] as const

/** Changes between kinds of characters, for each character. */
export function changesIn(text: string): number {
  const kindsOf = [...text].map((character) => kinds.findIndex((kind) => kind.test(character)))
  return kindsOf.filter((kind, index) => index > 0 && kind !== kindsOf[index - 1]).length / (text.length - 1)
}

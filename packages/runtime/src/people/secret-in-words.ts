import { hasKnownForm, looksRandom } from '@artoo/tools'

const hash = /^(?:[a-z0-9]{2,10}[-:])?[0-9a-f]{20,128}$/i
const asksForHash = /\b(?:hash|sha\d*|md5|digest|checksum|commit|revision|fingerprint|id|ids|identifier|uuid)\b/i

/**
 * Whether words look like a secret: a key of a known form, or a long token that looks random. A hash is none where the question
 * asks for one.
 */
export function looksLikeSecret(words: string, question: string): boolean {
  if (hasKnownForm(words)) return true
  return words
    .split(/[\s"'`,;()<>{}=]+/)
    .map((token) => token.replace(/[.:!?]+$/, ''))
    .some((token) => looksRandom(token) && !(hash.test(token) && asksForHash.test(question)))
}

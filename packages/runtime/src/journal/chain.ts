import { sha256 } from '@artoo/spec'

/** The link before the first one of a hash chain. */
export const chainStart = '0'.repeat(64)

/**
 * A link of a hash chain: SHA-256, in hexadecimal, of the link before it and of a text. The next link shows that neither the text nor any
 * before it has been changed, removed or moved.
 */
export function linkAfter(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`)
}

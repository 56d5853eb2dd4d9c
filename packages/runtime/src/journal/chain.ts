import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

interface NodeCrypto {
  hash?(name: 'sha256', text: string, encoding: 'hex'): string
}

interface WithBuiltins {
  readonly process?: { getBuiltinModule?(name: string): unknown }
}

/** An eighth of the time where Node is; elsewhere the same in JavaScript. */
const node = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined
const hash = node?.hash

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export const digestOf: (text: string) => string = hash
  ? (text) => hash('sha256', text, 'hex')
  : (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** The link before the first one of a hash chain. */
export const chainStart = '0'.repeat(64)

/**
 * A link of a hash chain: SHA-256, in hexadecimal, of the link before it and of a text. The next link shows that neither the text nor any
 * before it has been changed, removed or moved.
 */
export function linkAfter(previous: string, text: string): string {
  return digestOf(`${previous}\n${text}`)
}

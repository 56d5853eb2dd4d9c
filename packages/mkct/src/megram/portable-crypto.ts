import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of a string's UTF-8 bytes, as 64 hexadecimal digits. */
export type Hash = (text: string) => string

/** SHA-256 without any platform. */
export const portableHash: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)))

/** A random UUID, version 4. Pages that came over plain HTTP, other than from localhost, have no `crypto.randomUUID`. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const [version = 0, variant = 0] = [bytes[6], bytes[8]]
  bytes[6] = (version & 0x0f) | 0x40
  bytes[8] = (variant & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

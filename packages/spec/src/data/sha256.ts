import { sha256 as portable } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

interface NodeCrypto {
  hash?(name: 'sha256', text: string, encoding: 'hex'): string
}

interface WithBuiltins {
  readonly process?: { getBuiltinModule?(name: string): unknown }
}

/** An eighth of the time where Node is; elsewhere the same in JavaScript, since WebCrypto answers late. */
const node = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined
const hash = node?.hash

/** SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits. */
export const sha256: (text: string) => string = hash
  ? (text) => hash('sha256', text, 'hex')
  : (text) => bytesToHex(portable(utf8ToBytes(text)))

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hash } from './journal-entry.js'

/** SHA-256 without any platform. */
export const portableHash: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)))

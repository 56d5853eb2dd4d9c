import { createHash, type Hash } from 'node:crypto'

/** Equal for equal bytes: times and sizes may stay the same when a file changes. */
export const fileVersion = (bytes: Uint8Array | string): string => digestOf(newDigest().update(bytes))

export const newDigest = (): Hash => createHash('sha256')

export const digestOf = (digest: Hash): string => digest.digest('base64url')

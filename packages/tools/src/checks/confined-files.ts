import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import * as z from 'zod'
import type { ErrorCode } from '../error-codes.js'
import { boundedBytes } from '../files/bounded-bytes.js'
import { decodeText } from '../files/decode-text.js'
import { fileError } from '../files/file-error.js'
import { type FileRoot, longestPath } from '../files/file-root.js'
import { secretIn } from '../files/secret-in.js'

/** The most bytes of a file whose content a check looks at: 4 MiB. */
const limitBytes = 4_194_304

export const filePath = z.string().min(1).max(longestPath)

/** The files that checks may look at: those that the file tools show unasked. */
export interface ConfinedFiles {
  /** @throws {ArtooError} `path_not_found` when nothing is there, `path_outside_root`, `law1_refused` for a secret. */
  stats(path: string): Promise<Stats>
  /** @throws {ArtooError} as `stats` does; `path_not_a_file`, `file_too_large`. */
  bytes(path: string, signal: AbortSignal): Promise<Buffer>
  /** @throws {ArtooError} as `bytes` does; `file_is_binary`. */
  text(path: string, signal: AbortSignal): Promise<string>
}

export function confinedFiles(root: FileRoot): ConfinedFiles {
  const locate = async (path: string): Promise<{ real: string; stats: Stats }> => {
    const secret = await secretIn(root, path)
    if (secret !== null) {
      const message = `[LAW1] ${path} was not looked at: ${secret} is a name for keys or credentials`
      throw new ArtooError('law1_refused', message, { field: 'path' })
    }
    try {
      const real = await root.resolve(path)
      return { real, stats: await root.at(real, (place) => lstat(place)) }
    } catch (error) {
      throw fileError(error, path)
    }
  }
  const bytes = async (path: string, signal: AbortSignal): Promise<Buffer> => {
    const { real, stats } = await locate(path)
    if (!stats.isFile()) throw refusal('path_not_a_file', `${path} is not a regular file`)
    const found =
      stats.size > limitBytes
        ? null
        : await root.at(real, (place) => boundedBytes(place, limitBytes, signal)).catch(failing(path))
    if (!found) throw refusal('file_too_large', `${path} has more than ${limitBytes} bytes`)
    return found
  }
  return {
    stats: async (path) => (await locate(path)).stats,
    bytes,
    async text(path, signal) {
      const text = decodeText(await bytes(path, signal))
      if (text === null) throw refusal('file_is_binary', `${path} is not UTF-8 text`)
      return text
    },
  }
}

const failing = (path: string) => (error: unknown) => {
  throw fileError(error, path)
}

const refusal = (code: ErrorCode, message: string) => new ArtooError(code, message, { field: 'path' })

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * All of a file, or null when it has more bytes than the limit. Holds to it whatever became of the file since it was
 * measured; doesn't wait at a named pipe.
 */
export async function boundedBytes(real: string, limitBytes: number, signal: AbortSignal): Promise<Buffer | null> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const parts: Buffer[] = []
  const stream = handle.createReadStream({ end: limitBytes, signal })
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  const bytes = Buffer.concat(parts)
  return bytes.length > limitBytes ? null : bytes
}

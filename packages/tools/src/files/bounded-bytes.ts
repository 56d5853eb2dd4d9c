import { constants, fstatSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * All of a file, or null when it has more bytes than the limit, or is not wanted as it turns out once it is open. Holds to the limit whatever
 * became of the file since it was measured; doesn't wait at a named pipe.
 */
export async function boundedBytes(
  real: string,
  limitBytes: number,
  signal: AbortSignal,
  isWanted: (stats: Stats) => boolean = () => true,
): Promise<Buffer | null> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(handle.fd)
    if (!isWanted(stats)) return null
    // One byte more than the file has, so that its end is found before the room is used up.
    let room = Buffer.allocUnsafe(Math.min(stats.size, limitBytes) + 1)
    for (let bytes = 0; bytes <= limitBytes; ) {
      signal.throwIfAborted()
      const { bytesRead } = await handle.read(room, bytes, room.length - bytes)
      if (bytesRead === 0) return room.subarray(0, bytes)
      bytes += bytesRead
      if (bytes === room.length) room = Buffer.concat([room], Math.min(2 * bytes, limitBytes + 1))
    }
    return null
  } finally {
    await handle.close()
  }
}

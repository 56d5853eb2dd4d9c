import { onAbort } from '@artoo/spec'
import type { Surroundings } from '../call/call.js'

/** Milliseconds of waiting for the end of the input before a sentence on stderr says so. */
const patienceMs = 3_000

/** All that was piped in; '' without a pipe. */
export async function pipedText({ stdin, stderr, hasInput, signal }: Surroundings): Promise<string> {
  if (!hasInput) return ''
  const notice = setTimeout(() => stderr.write('artoo reads stdin until its end; < /dev/null for none\n'), patienceMs)
  const forget = onAbort(signal, () => stdin.destroy())
  try {
    const pieces: Buffer[] = []
    for await (const piece of stdin) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString('utf8')
  } catch (error) {
    if (signal.aborted) return ''
    throw error
  } finally {
    clearTimeout(notice)
    forget()
  }
}

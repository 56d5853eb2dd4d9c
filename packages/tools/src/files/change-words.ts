import type { Change } from '@artoo/spec'
import { truncateOutput } from '../truncate-output.js'

/** Bytes of a diff that a result shows. */
const room = 3072

/** The result of a call that changed a file, with the diff, so that a model needn't read the file again. */
export function changeWords(done: string, { diff, bytesAfter }: Change): string {
  const shown = diff === null ? '(what changed is too much to be shown)' : truncateOutput(diff, room)
  return `${done} (${bytesAfter} bytes)\n${shown.replace(/\n$/, '')}`
}

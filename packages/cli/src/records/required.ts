import { ArtooError } from '@artoo/spec'
import type { Call } from '../call/call.js'

/** The word of a command line at a place, counted from 0. */
export function wordAt({ words }: Pick<Call, 'words'>, index: number, name: string): string {
  const word = words[index]
  if (word !== undefined) return word
  throw new ArtooError('missing_argument', `${name} is missing: \`artoo help\` shows the arguments`, { field: name })
}

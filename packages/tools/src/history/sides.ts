import type { FileChange } from '@artoo/spec'
import { decodeText } from '../files/decode-text.js'
import { textDiff } from '../files/text-diff.js'
import { isSameState, type Touch, type UncoveredTouch } from './record-line.js'
import { isAt, type Standing } from './restore.js'

/** A file before or after a write: its state, its size where no state is kept, null where it isn't. */
export type Side = (Touch | UncoveredTouch)['before']

/** Whether the file is still, or again, in a state that is kept. */
export const isStill = (standing: Standing, state: Side) => typeof state !== 'number' && isAt(standing, state)

/** Two sizes say nothing of what is the same. */
export const isUnchanged = (before: Side, after: Side) =>
  typeof before !== 'number' && typeof after !== 'number' && isSameState(before, after)

export function kindOf(before: Side, after: Side): FileChange['kind'] {
  if (before === null) return 'added'
  return after === null ? 'deleted' : 'changed'
}

/** A side with the content that is kept of it. */
export type Content = Buffer | number | null

const bytesOf = (content: Content) => (typeof content === 'number' ? content : (content?.length ?? 0))

export function changeOf(path: string, before: Content, after: Content): FileChange['change'] {
  const [old, recent] = [before, after].map((content) => {
    if (typeof content === 'number') return null
    return content === null ? '' : decodeText(content)
  })
  const diff = typeof old === 'string' && typeof recent === 'string' ? textDiff(path, old, recent) : null
  return { bytesBefore: bytesOf(before), bytesAfter: bytesOf(after), diff }
}

import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'

/** Permissions with the bits setuid, setgid and sticky. */
export const modeBits = 0o7777

const state = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mode: z.int().min(0).max(modeBits),
})

/** Content and permissions of a file, by which another state of it is told apart. */
export type FileState = z.infer<typeof state>

const id = z.string().regex(/^[0-9a-f]{16}$/)
const size = z.int().min(0)

const touch = z.strictObject({
  id,
  /** Null for an undo. */
  callId: z.string().nullable(),
  /** Relative to the root, links followed, with slashes. */
  path: z.string(),
  /** Folders that the write creates, the innermost one first. */
  folders: z.array(z.string()).readonly(),
  /** Null where no file was. */
  before: state.nullable(),
  after: state.nullable(),
})

const uncovered = z.strictObject({
  id,
  callId: z.string(),
  path: z.string(),
  uncovered: z.enum(['ignored', 'large']),
  /** Bytes; null where no file was. */
  before: size.nullable(),
  after: size,
})

const command = z.strictObject({
  id,
  callId: z.string(),
  ran: z.string(),
  /** Its changes have lines of their own, which come before its end. */
  kept: z.literal(true).optional(),
})

const done = z.strictObject({ done: id })

const line = z.union([touch, uncovered, command, done])

/** A file about to be written by a call, in both states. */
export type Touch = z.infer<typeof touch>
/** A file about to be written by a call, of which no state is kept. */
export type UncoveredTouch = z.infer<typeof uncovered>
/** A command about to be run by a call. */
export type CommandRun = z.infer<typeof command>
/** A line of a task's record. What has no `done` after it was cut off, or may have been. */
export type RecordLine = z.infer<typeof line>

/** Names a line, and the draft of its write. */
export const newId = (): string => randomBytes(8).toString('hex')

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

export const isSameState = (one: FileState | null, other: FileState | null): boolean =>
  one === null || other === null ? one === other : one.sha256 === other.sha256 && one.mode === other.mode

/** The text of a line. It begins a line of its own, in case a crash cut the one before it short. */
export const textOf = (of: RecordLine): string => `\n${JSON.stringify(of)}\n`

/**
 * Reads a record. A line that a crash cut short is left out: it has no end of its own, so that the next one follows at once.
 *
 * @returns the number of the first line that is damaged, instead.
 */
export function linesIn(text: string): readonly RecordLine[] | number {
  const pieces = text.split('\n')
  const found: RecordLine[] = []
  for (const [index, piece] of pieces.entries()) {
    if (piece === '') continue
    const isCutShort = index + 1 === pieces.length || pieces[index + 1] !== ''
    const parsed = line.safeParse(jsonIn(piece))
    if (parsed.success) found.push(parsed.data)
    else if (!isCutShort || jsonIn(piece) !== undefined) return index + 1
  }
  return found
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

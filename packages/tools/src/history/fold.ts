import { type CommandRun, isSameState, type RecordLine, type Touch, type UncoveredTouch } from './record-line.js'

/** A line with its place in the record, and that of the note that it was carried out. */
type Placed<Line> = Line & { readonly at: number; readonly doneAt: number | null }
type PlacedTouch = Placed<Touch | UncoveredTouch>

/** A file that the selected calls of a task wrote. */
export interface Written {
  readonly path: string
  /** The first and the last touch of it since the first selected call. */
  readonly first: Touch | UncoveredTouch
  readonly last: Touch | UncoveredTouch
  /** Whether the last touch is known to be carried out: it may have been cut off otherwise. */
  readonly isDone: boolean
  /** Folders that its writes created. */
  readonly folders: readonly string[]
  /** The reason for which it is not taken back; null when it may be. */
  readonly why: string | null
  /** Commands that may have run after the last write. */
  readonly commandsSince: readonly string[]
}

/** A task's record, folded for the selected calls. */
export interface Folded {
  readonly files: readonly Written[]
  /** Commands of the selected calls, each once, but for those whose changes are among the files. */
  readonly commands: readonly string[]
  /** Writes that may have been cut off and have left their draft. */
  readonly cutOff: readonly { readonly id: string; readonly path: string }[]
}

const uncoveredBecause = {
  ignored: 'git ignores it, so none of its states is kept',
  large: 'it is larger than 10 MB, so none of its states is kept',
} as const

/** Folds the record of a task: by path, how its file goes back when the selected calls are taken back. */
export function folded(lines: readonly RecordLine[], isSelected: (callId: string) => boolean): Folded {
  const { touches, commands } = placed(lines)
  const files: Written[] = []
  for (const [path, own] of byPath(touches)) {
    const begin = own.findIndex(({ callId }) => callId !== null && isSelected(callId))
    const found = begin === -1 ? null : written(path, own.slice(begin), { commands, isSelected })
    if (found) files.push(found)
  }
  return {
    files,
    commands: [...new Set(commands.filter((one) => isSelected(one.callId) && !isKept(one)).map(({ ran }) => ran))],
    cutOff: touches.filter(({ doneAt }) => doneAt === null).map(({ id, path }) => ({ id, path })),
  }
}

const isKept = ({ kept, doneAt }: Placed<CommandRun>) => kept === true && doneAt !== null

/** The reason for which a file that is in no state of the task's is left as it is. */
export const changedBy = (commands: readonly string[], when: string): string =>
  commands.length === 0
    ? `somebody else has changed it ${when}`
    : `somebody else, or ${named(commands)}, has changed it ${when}`

interface Beside {
  readonly commands: readonly Placed<CommandRun>[]
  readonly isSelected: (callId: string) => boolean
}

function written(path: string, touches: readonly PlacedTouch[], { commands, isSelected }: Beside): Written | null {
  const kept = touches.filter((one) => !('uncovered' in one)) as readonly Placed<Touch>[]
  const uncovered = touches.find((one) => 'uncovered' in one)
  const chain = uncovered ? touches : carriedOut(kept)
  const [first] = chain
  const last = chain.at(-1)
  if (!first || !last) return null
  const stays = chain.some(({ callId }) => callId !== null && !isSelected(callId))
  const why = uncovered
    ? uncoveredBecause[uncovered.uncovered]
    : (brokenBy(chain as readonly Placed<Touch>[], commands) ??
      (stays ? 'a later call of the task that stays changed it, too' : null))
  // An undo that was cut off before its write says nothing of what came after the last edit.
  const since = chain.findLast(({ callId, doneAt }) => callId !== null || doneAt !== null) ?? first
  return {
    ...{ path, first, last, why, isDone: last.doneAt !== null },
    folders: kept.flatMap(({ folders }) => folders),
    commandsSince: between(commands, since.at, Number.POSITIVE_INFINITY),
  }
}

/** The reason when a file was changed between two touches; a state to which it goes back anyway is no loss. */
function brokenBy(chain: readonly Placed<Touch>[], commands: readonly Placed<CommandRun>[]): string | null {
  const target = chain[0]?.before ?? null
  for (const [index, { before, at }] of chain.entries()) {
    const last = chain[index - 1]
    if (!last || isSameState(before, last.after) || isSameState(before, target)) continue
    return changedBy(between(commands, last.at, at), 'between two edits of the task')
  }
  return null
}

/** A touch without a note, whose state is met again before the next one, was not carried out. */
function carriedOut(touches: readonly Placed<Touch>[]): readonly Placed<Touch>[] {
  return touches.filter((touch, index) => {
    const next = touches[index + 1]
    if (!next || touch.doneAt !== null || isSameState(next.before, touch.after)) return true
    return !isSameState(next.before, touch.before)
  })
}

/** Commands that may have been running between two places of the record. */
const between = (commands: readonly Placed<CommandRun>[], from: number, to: number): readonly string[] =>
  commands.filter(({ at, doneAt }) => at < to && (doneAt === null || doneAt > from)).map(({ ran }) => ran)

const mostNamed = 3

function named(commands: readonly string[]): string {
  const distinct = [...new Set(commands)].map((ran) => `\`${ran}\``)
  if (distinct.length === 1) return `the command ${distinct[0]}`
  const more = distinct.length > mostNamed ? ` and ${distinct.length - mostNamed} more` : ''
  return `one of the commands ${distinct.slice(-mostNamed).join(', ')}${more}`
}

function placed(lines: readonly RecordLine[]) {
  const doneAt = new Map(lines.flatMap((line, at) => ('done' in line ? [[line.done, at] as const] : [])))
  const touches: PlacedTouch[] = []
  const commands: Placed<CommandRun>[] = []
  for (const [at, line] of lines.entries()) {
    if ('done' in line) continue
    const place = { at, doneAt: doneAt.get(line.id) ?? null }
    if ('ran' in line) commands.push({ ...line, ...place })
    else touches.push({ ...line, ...place })
  }
  return { touches, commands }
}

function byPath(touches: readonly PlacedTouch[]): ReadonlyMap<string, readonly PlacedTouch[]> {
  const found = new Map<string, PlacedTouch[]>()
  for (const touch of touches) {
    const own = found.get(touch.path)
    if (own) own.push(touch)
    else found.set(touch.path, [touch])
  }
  return found
}

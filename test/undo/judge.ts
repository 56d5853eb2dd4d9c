import type { UndoneFiles } from '@artoo/spec'
import type { Planned } from './calls.js'
import { meanwhile } from './others.js'
import type { TaskRecord } from './record.js'
import { draftsIn, emptyFoldersIn, type Files, filesIn, ignored, type Kept } from './world.js'

export interface Undone {
  readonly root: string
  /** Before the task. */
  readonly first: Files
  /** Right before the undo. */
  readonly before: Files
  readonly record: TaskRecord
  /** Files that somebody else changed before the undo. */
  readonly others: ReadonlySet<string>
  /** Files that somebody else added to while an undo was under way. */
  readonly during: ReadonlySet<string>
  readonly planned: readonly Planned[]
  readonly hasGit: boolean
  readonly undone: UndoneFiles
  readonly again: UndoneFiles
}

/** Whatever an undo left otherwise than it says, or than it should. */
export function problemsIn(given: Undone): readonly string[] {
  const { root, first, before, record, others, during, undone, again } = given
  const problems: string[] = []
  const now = filesIn(root)
  for (const path of new Set([...first.keys(), ...before.keys(), ...now.keys()])) {
    const problem = problemOf(given, path, now.get(path))
    if (problem !== null) problems.push(`${JSON.stringify(path)} ${problem}`)
  }
  for (const path of draftsIn(root)) problems.push(`${path} is a draft that stayed`)
  for (const path of emptyFoldersIn(root)) {
    const isOfOthers = [...first.keys(), ...others].some((one) => one.startsWith(`${path}/`))
    if (!isOfOthers && !path.startsWith('made')) problems.push(`${path} is an empty folder that stayed`)
  }
  if (JSON.stringify(again.left) !== JSON.stringify(undone.left)) {
    problems.push(`a second undo says ${JSON.stringify(again.left)} instead of ${JSON.stringify(undone.left)}`)
  }
  const ran = [...new Set(record.commands)]
  if (JSON.stringify(undone.commands) !== JSON.stringify(ran)) problems.push('other commands are named than ran')
  for (const path of undone.restored) {
    if (during.has(path) || record.isAtTarget(path, now.get(path))) continue
    problems.push(`${path} is called restored`)
  }
  return problems
}

/** A file after the undo, as one of the judges below sees it. */
interface Judged extends Undone {
  readonly path: string
  readonly now: Kept | undefined
  /** The reason for which it is left; null when it isn't. */
  readonly why: string | null
}

const isSame = (one: Kept | undefined, other: Kept | undefined) =>
  one?.content === other?.content && one?.mode === other?.mode

function problemOf(given: Undone, path: string, now: Kept | undefined): string | null {
  const why = given.undone.left.find((one) => one.path === path)?.why ?? null
  return judgeOf(given, path)({ ...given, path, now, why })
}

function judgeOf({ record, others, during, planned }: Undone, path: string): (of: Judged) => string | null {
  if (during.has(path)) return addedTo
  if (!record.paths.has(path)) return untouched
  if (record.uncovered.has(path)) return uncovered
  if (others.has(path)) return ofOthers
  const isOfCommand = planned.some((one) => one.path === path && record.commands.includes(one.command))
  return isOfCommand ? ofCommands : ofTask
}

const addedTo = ({ now }: Judged) =>
  now?.content.endsWith(meanwhile) ? null : 'lost what somebody else added during the undo'

const untouched = ({ before, path, now }: Judged) =>
  isSame(now, before.get(path)) ? null : 'was changed by the undo although no call wrote it'

function uncovered({ before, path, now, why, record }: Judged): string | null {
  if (!isSame(now, before.get(path))) return 'was changed by the undo although it is not covered'
  if (now && record.keeps(now.content)) return 'is kept although git ignores it'
  return why?.includes('git ignores') ? null : `is not named as ignored but as ${why}`
}

function ofOthers({ before, path, now, why, record }: Judged): string | null {
  if (!isSame(now, before.get(path))) return 'is not as somebody else left it'
  return why !== null || record.isAtTarget(path, now) ? null : 'was changed by somebody else and is not named'
}

function ofCommands({ before, path, now, why, record, planned }: Judged): string | null {
  if (record.isAtTarget(path, now)) return null
  if (!isSame(now, before.get(path))) return 'is neither as before the task nor as before the undo'
  // A reason names three commands at the most, and counts the others.
  const isCounted = /`, `.* and \d+ more, has changed it/s.test(why ?? '')
  const isNamed = isCounted || planned.some((one) => one.path === path && why?.includes(one.command))
  return isNamed ? null : `was changed by a command, but: ${why}`
}

function ofTask({ first, path, now, why, hasGit }: Judged): string | null {
  if (hasGit && path === ignored) return 'is ignored by git and was covered'
  if (why !== null) return `is left although nobody else touched it: ${why}`
  return isSame(now, first.get(path)) ? null : 'is not as it was before the task'
}

import type { FileState, Touch } from './touches.js'

/** A file whose changes can be taken back. */
export interface Undoable {
  readonly path: string
  readonly target: FileState | null
  /** The state that the task left it in. */
  readonly left: FileState | null
  /** The state before the last touch, which may not have been carried out. */
  readonly beforeLast: FileState | null
}

/** A file that is left as it is, with the reason. */
export interface Unclear {
  readonly path: string
  readonly why: string
}

export const isSameState = (one: FileState | null, other: FileState | null): boolean =>
  one === null || other === null ? one === other : one.sha256 === other.sha256 && one.mode === other.mode

const others = 'somebody else, or a command, changed it between two edits of the task'
const later = 'a later call of the task that stays changed it, too'

/** Folds the touches of a task: by path, the state to which it goes back when the selected calls are taken back. */
export function undoables(
  touches: readonly Touch[],
  isSelected: (callId: string) => boolean,
): { readonly files: readonly Undoable[]; readonly unclear: readonly Unclear[] } {
  const files: Undoable[] = []
  const unclear: Unclear[] = []
  for (const [path, own] of byPath(touches)) {
    const first = own.findIndex(({ callId }) => callId !== null && isSelected(callId))
    const rest = first === -1 ? [] : carriedOut(own.slice(first))
    const [begin] = rest
    const end = rest.at(-1)
    if (!begin || !end) continue
    const isBroken = rest.some(
      (touch, index) => index > 0 && !isSameState(touch.before, rest[index - 1]?.after ?? null),
    )
    const stays = rest.some(({ callId }) => callId !== null && !isSelected(callId))
    if (isBroken || stays) unclear.push({ path, why: isBroken ? others : later })
    else files.push({ path, target: begin.before, left: end.after, beforeLast: end.before })
  }
  return { files, unclear }
}

/** A touch whose state is met again before the next one was not carried out: its process died, or the file had changed. */
function carriedOut(touches: readonly Touch[]): readonly Touch[] {
  return touches.filter((touch, index) => {
    const next = touches[index + 1]
    return !next || isSameState(next.before, touch.after) || !isSameState(next.before, touch.before)
  })
}

function byPath(touches: readonly Touch[]): ReadonlyMap<string, readonly Touch[]> {
  const found = new Map<string, Touch[]>()
  for (const touch of touches) found.set(touch.path, [...(found.get(touch.path) ?? []), touch])
  return found
}

import type { Journal } from '@artoo/runtime'
import { assertTaskId, readEvents } from '@artoo/runtime'
import { ArtooError, assertOptions, type FileChange, type FileHistory, type Tool, type UndoneFiles } from '@artoo/spec'

export interface DiffOptions {
  /** Number of a round: what was changed before it counts as unchanged. Needs the journal. @defaultValue the beginning of the task */
  readonly to?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface UndoOptions extends DiffOptions {
  /** Files, folders and globs, relative to the root or absolute. @defaultValue all that the task changed */
  readonly paths?: readonly string[] | undefined
}

export interface FileChanges {
  diff(taskId: string, options?: DiffOptions): Promise<readonly FileChange[]>
  undo(taskId: string, options?: UndoOptions): Promise<UndoneFiles>
}

/** The changes of tasks as the histories of the tools have them. `isOwn`: whether this instance ran a task. */
export function fileChanges(
  tools: readonly Tool[],
  journal: Journal | undefined,
  isOwn: (taskId: string) => boolean,
): FileChanges {
  const histories = historiesOf(tools)

  function kept(): readonly FileHistory[] {
    if (histories.length > 0) return histories
    const message =
      'no tool keeps the states of files: give standardTools({ root }), whose snapshots are not switched off'
    throw new ArtooError('no_history', message, { field: 'tools' })
  }

  /** A task that changed no file is known by this instance, which ran it, or by the journal. */
  async function assertKnown(taskId: string): Promise<void> {
    assertTaskId(taskId)
    const keptOf = await Promise.all(kept().map(async (history) => history.knows?.(taskId) ?? true))
    if (isOwn(taskId) || keptOf.includes(true)) return
    if (journal) return void (await readEvents(journal, taskId))
    const message = `neither a task nor a changed file of ${taskId} is known here: give the taskId of a run handle, and the tools the folder of snapshots of that run`
    throw new ArtooError('unknown_task', message, { field: 'taskId' })
  }

  return {
    async diff(taskId, given = {}) {
      const { to, signal } = assertOptions(given, ['to', 'signal'], { of: 'diff' }) as DiffOptions
      await assertKnown(taskId)
      const calls = await callsSince(taskId, to, journal)
      const found = await Promise.all(kept().map((history) => history.diff(taskId, { calls, signal })))
      return found.flat()
    },
    async undo(taskId, given = {}) {
      const { to, paths, signal } = assertOptions(given, ['to', 'paths', 'signal'], { of: 'undo' }) as UndoOptions
      await assertKnown(taskId)
      const calls = await callsSince(taskId, to, journal)
      const undone: UndoneFiles[] = []
      for (const history of kept()) undone.push(await history.undo(taskId, { calls, paths, signal }))
      return {
        restored: undone.flatMap(({ restored }) => restored),
        left: undone.flatMap(({ left }) => left),
        commands: undone.flatMap(({ commands }) => commands),
      }
    },
  }
}

/** The file histories of tools; the tools of one root share one. */
export const historiesOf = (tools: readonly Tool[]): readonly FileHistory[] => [
  ...new Set(tools.flatMap(({ history }) => history ?? [])),
]

/** The calls of a round and of later ones; undefined for all. */
async function callsSince(taskId: string, to: number | undefined, journal: Journal | undefined) {
  if (to === undefined) return undefined
  if (!Number.isInteger(to)) throw new ArtooError('invalid_option', 'to is the number of a round', { field: 'to' })
  if (!journal)
    throw new ArtooError('no_journal', 'the rounds of a task stand in the journal: give createArtoo one', {
      field: 'to',
    })
  const { ids, rounds } = await roundsIn(taskId, to, journal)
  if (!rounds.includes(to)) {
    const message = `${taskId} has no round ${to}; it has ${rounds.join(', ') || 'none'}`
    throw new ArtooError('unknown_round', message, { field: 'to' })
  }
  return (callId: string) => ids.has(callId)
}

async function roundsIn(taskId: string, to: number, journal: Journal) {
  const ids = new Set<string>()
  const rounds: number[] = []
  for (const { type, payload } of await readEvents(journal, taskId)) {
    if (type === 'DispatchManifest') {
      const { round } = payload as { readonly round: number }
      if (!rounds.includes(round)) rounds.push(round)
    }
    if (type === 'ToolRequest' && (rounds.at(-1) ?? -1) >= to) ids.add((payload as { readonly callId: string }).callId)
  }
  return { ids, rounds }
}

import { fileJournal } from '@artoo/runtime/node'
import { oneLine, type UndoneFiles } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import type { Call, RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { withFiles } from '../records/file-keeper.js'
import { lookFor, print, printJson } from '../records/print.js'
import { wordAt } from '../records/required.js'
import { taskIdFrom } from '../records/task-id.js'
import { assertNotRunning } from '../records/task-state.js'
import { diffLines, undoneLines } from '../view/index.js'

async function named(call: Call) {
  const root = workingFolder(call.cwd, call.flags.dir)
  const journal = fileJournal({ root })
  const to = roundNumber(call.flags.at)
  const taskId = await taskIdFrom(journal, wordAt(call, 0, 'id'))
  return { root, journal, to, taskId }
}

function roundNumber(at: string | undefined): number | undefined {
  if (at === undefined || /^\d{1,6}$/.test(at)) return at === undefined ? undefined : Number(at)
  const message = `--at takes the number of a round here, not '${oneLine(at, 60)}'`
  throw new ArtooError('invalid_point', message, { field: 'at' })
}

/** The files that a task wrote and that still differ from what they were. */
export const diff: RunCommand = async (call) => {
  const { root, journal, to, taskId } = await named(call)
  const { signal } = call
  const changes = await withFiles({ root, journal }, (artoo) => artoo.diff(taskId, { to, signal }))
  if (call.flags.json) await printJson(call, changes)
  else await print(call, diffLines(changes, lookFor(call)))
  return exitCodes.complete[0]
}

/** Takes the writes of a task back, but for files that others have changed since. */
export const undo: RunCommand = async (call) => {
  const { root, journal, to, taskId } = await named(call)
  const [, ...paths] = call.words
  await assertNotRunning(journal, taskId)
  const { signal } = call
  const options = { to, signal, ...(paths.length > 0 && { paths }) }
  const undone: UndoneFiles = await withFiles({ root, journal }, (artoo) => artoo.undo(taskId, options))
  if (call.flags.json) await printJson(call, [undone])
  else await print(call, undoneLines(undone, lookFor(call)))
  return undone.left.length > 0 ? exitCodes.partial[0] : exitCodes.complete[0]
}

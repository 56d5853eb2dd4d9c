import { replay as replayTask } from '@artoo/insight'
import { fileJournal } from '@artoo/runtime/node'
import { workingFolder } from '../agent/working-folder.js'
import type { RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { printJson, printLines } from '../records/print.js'
import { replayLines } from '../records/replay-lines.js'
import { wordAt } from '../records/required.js'
import { taskIdFrom } from '../records/task-id.js'

/** Decides a task again without a model, and reports the first decision that differs. */
export const replay: RunCommand = async (call) => {
  const journal = fileJournal({ root: workingFolder(call.cwd, call.flags.dir) })
  const found = await replayTask(journal, await taskIdFrom(journal, wordAt(call, 0, 'id')))
  if (call.flags.json) await printJson(call, [found])
  else await printLines(call, replayLines(found))
  return found.parting === null ? exitCodes.complete[0] : exitCodes.failed[0]
}

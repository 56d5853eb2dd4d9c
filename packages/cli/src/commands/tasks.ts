import type { TaskState } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { systemClock } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import type { RunCommand } from '../call/call.js'
import { flagTable } from '../call/flags.js'
import { print, printJson, printLines } from '../records/print.js'
import { shortLength, taskRowLine } from '../records/task-row-line.js'
import { type TaskRows, taskRows } from '../records/task-rows.js'
import type { Span } from '../view/text/spans.js'

/** Lines for a person; a pipe gets all. */
const mostShown = 40

/** The tasks of a folder, newest first. */
export const tasks: RunCommand = async (call) => {
  const { flags, stdout } = call
  const isShort = stdout.isTTY === true && flags.json !== true
  const clock = systemClock()
  const most = isShort ? mostShown : Number.POSITIVE_INFINITY
  const found = await taskRows(fileJournal({ root: workingFolder(call.cwd, call.flags.dir) }), {
    state: stateIn(flags.state),
    most,
    clock,
  })
  if (flags.json) await printJson(call, found.rows)
  else if (found.count === 0) await print(call, [`no tasks here${flags.state ? ` of state ${flags.state}` : ''}`])
  else await printLines(call, linesOf(found, { isShort, now: clock.now() }))
  return 0
}

async function* linesOf(
  { rows, ids, count }: TaskRows,
  { isShort, now }: { readonly isShort: boolean; readonly now: number },
): AsyncGenerator<readonly Span[]> {
  const length = isShort ? shortLength(ids) : Number.POSITIVE_INFINITY
  for await (const row of rows) yield taskRowLine(row, { length, now })
  if (count > ids.length)
    yield [['faint', `… and ${(count - ids.length).toLocaleString('en-US')} more: artoo tasks | less`]]
}

const isState = (text: string): text is TaskState => flagTable.state.choices.some((choice) => choice === text)

/** The parser has refused any other word. */
const stateIn = (text: string | undefined): TaskState | undefined =>
  text !== undefined && isState(text) ? text : undefined

import { personRequestsIn, readEvents } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import type { RunEvent } from '@artoo/sdk'
import { systemClock } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import type { Call, RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { lookFor, print, printJson } from '../records/print.js'
import { wordAt } from '../records/required.js'
import { showLines } from '../records/show-lines.js'
import { taskIdFrom } from '../records/task-id.js'
import { stateIn } from '../records/task-state.js'
import { viewOf } from '../view/index.js'
import { wrapped } from '../view/text/width.js'
import { why as whyOf } from '../view/why/why.js'

async function named(call: Call) {
  const journal = fileJournal({ root: workingFolder(call.cwd, call.flags.dir) })
  const taskId = await taskIdFrom(journal, wordAt(call, 0, 'id'))
  return { journal, taskId, events: await readEvents<RunEvent>(journal, taskId) }
}

/** A task in words, or all its events. */
export const show: RunCommand = async (call) => {
  const { journal, taskId, events } = await named(call)
  if (call.flags.json) await printJson(call, events)
  else {
    const view = viewOf(events)
    const requests = view.result === null ? personRequestsIn(events) : []
    const state = await stateIn(journal, taskId)
    await print(call, showLines({ ...view, taskId, state, requests }, { ...lookFor(call), now: systemClock().now() }))
  }
  return exitCodes.complete[0]
}

/** The reason for the last decision of a task. */
export const why: RunCommand = async (call) => {
  const { events } = await named(call)
  const found = whyOf(events)
  if (call.flags.json) await printJson(call, [found])
  else
    await print(
      call,
      found.sentences.flatMap((sentence) => wrapped(sentence, lookFor(call).width)),
    )
  return exitCodes.complete[0]
}

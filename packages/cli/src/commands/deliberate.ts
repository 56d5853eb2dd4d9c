import { oneLine } from '@artoo/sdk'
import { ArtooError, onAbort } from '@artoo/spec'
import { askInJson } from '../asking/ask-in-json.js'
import { askInLines } from '../asking/ask-in-lines.js'
import { frame } from '../asking/frame.js'
import type { RunCommand } from '../call/call.js'
import { ended } from '../deliberation/ended.js'
import { estimateLines } from '../deliberation/estimate-lines.js'
import { mayBegin } from '../deliberation/may-begin.js'
import { omegaPackage } from '../deliberation/omega-package.js'
import { openPanel } from '../deliberation/open-panel.js'
import { progress } from '../deliberation/progress.js'
import { writeJson } from '../headless/json-output.js'

/** `artoo deliberate`: a panel of agents argues about a question. The report goes to stdout, all else to stderr. */
export const deliberate: RunCommand = async (call) => {
  const { stdout, stderr, flags, signal } = call
  const question = call.words.join(' ')
  const omega = await omegaPackage()
  const panel = await openPanel(call, omega)
  try {
    for (const note of panel.notes) stderr.write(`${oneLine(note)}\n`)
    const task = question === '' ? await panel.unfinished() : null
    if (question === '' && task === null) {
      const message = 'no deliberation of this folder is unfinished: artoo deliberate "question" begins one'
      throw new ArtooError('missing_argument', message)
    }
    if (task === null) {
      const refusal = await mayBegin(call, estimateLines(panel.estimate(question), panel))
      if (refusal !== null) return refusal
    }
    const screen = frame(stderr)
    const person = flags.json ? askInJson(call) : askInLines(call, screen)
    const run = task === null ? panel.begin(question, person) : panel.resume(task.taskId, person)
    const forget = onAbort(signal, () => run.interrupt())
    if (signal.aborted) run.interrupt()
    try {
      const show = progress(screen, omega)
      for await (const event of run) {
        if (flags.json) writeJson(stdout, event)
        else if (event.type === 'SessionEntry') show(event.payload)
      }
      return ended(call, await run, omega)
    } finally {
      forget()
      person.close()
    }
  } finally {
    await panel.close()
  }
}

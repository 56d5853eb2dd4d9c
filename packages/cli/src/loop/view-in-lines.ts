import type { StateFile } from '@artoo/agent-loop'
import { oneLine } from '@artoo/sdk'
import { askInLines } from '../asking/ask-in-lines.js'
import { frame } from '../asking/frame.js'
import type { Call } from '../call/call.js'
import type { LoopPackage } from './loop-package.js'
import type { LoopView } from './loop-view.js'
import { nextStep } from './next-step.js'

/** Shows a loop on a terminal as a picture that changes in place; elsewhere as a line for each event, and the picture at the end. */
export function viewInLines(call: Call, { loopPicture }: Pick<LoopPackage, 'loopPicture'>): LoopView {
  const { stdout } = call
  const { isTTY } = stdout
  const screen = frame(stdout)
  const picture = (state: StateFile) =>
    loopPicture(state, { width: isTTY ? (stdout.columns || 80) - 1 : 120 }).split('\n')
  return {
    person: askInLines(call, screen),
    note: (text) => screen.say([oneLine(text, 500)]),
    notBegun: (_, why) => screen.say([`Nothing was begun: ${oneLine(why, 500)}`]),
    agreed({ objective, control }, path) {
      const most = objective.constraints.max_iterations
      const holds = 'The check of the whole holds already, before any work: does it check what you want?'
      screen.say([
        ...(control.last_verdict?.passed ? ['', holds] : []),
        ...['', `Agreed, with at most ${most} iterations. It stands in ${oneLine(path)}`],
        ...['From another terminal: artoo loop status, artoo loop redirect "words", artoo loop stop', ''],
      ])
    },
    event(event, state) {
      if (event.type !== 'Commit') return
      if (!isTTY) screen.say(event.payload.events.map(lineOf))
      else if (state) screen.draw(picture(state))
    },
    ended(result, root) {
      const { status, code, detail, state } = result
      if (isTTY) screen.draw(picture(state))
      else screen.say(['', ...picture(state)])
      const why = [code === null ? '' : ` (${code})`, detail === null ? '' : `: ${oneLine(detail, 500)}`].join('')
      screen.hold(['', `${status}${why}`, nextStep(result, root)])
    },
  }
}

/** `launched atom=patch role=worker` */
function lineOf({ type, ...fields }: { readonly type: string }): string {
  const told = Object.entries(fields).map(([name, value]) => {
    return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  return oneLine([type, ...told].join(' '), 160)
}

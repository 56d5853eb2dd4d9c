import type { LandingDifference, LoopOptions, Workspaces } from '@artoo/agent-loop'
import { oneLine, someLines } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { askYes } from '../asking/ask-yes.js'
import type { Call } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { writeJson } from '../headless/json-output.js'
import { counted } from '../view/text/numbers.js'
import type { LoopPackage } from './loop-package.js'
import { withRestingLoop } from './resting-loop.js'

type Place = Readonly<Record<'root' | 'path', string>>

/** Shows what landing would change in the folder, and lands it after a yes. */
export async function landLoop(call: Call, { root, path }: Place, loops: LoopPackage): Promise<number> {
  const { stdout, stderr, flags, signal } = call
  const mayAsk = call.stdin.isTTY === true && !flags.json
  const reasons: string[] = []
  let isUnanswered = false
  const workspaces = asking(loops.workspacesFor(root), async (differences) => {
    if (flags.json) for (const one of differences) writeJson(stdout, { type: 'change', ...one })
    else stdout.write([...differences.flatMap(differenceLines), ...reasons, ''].join('\n'))
    if (flags.force) return null
    isUnanswered = !mayAsk
    if (isUnanswered) return 'say yes in a terminal, or give --force'
    const question = `Land ${counted(differences.length, 'file')} in ${oneLine(root)}?`
    return (await askYes(call, question)) ? null : 'you said no'
  })
  // All changes are asked about at once, with this reason above the question.
  const confirm: LoopOptions['confirm'] = ({ reason }) => {
    reasons.push(`! ${oneLine(reason)}`)
    return true
  }
  return withRestingLoop({ path, workspaces, confirm }, loops, async (loop) => {
    const state = await loop.state()
    const status = state?.control.status ?? 'draft'
    if (status !== 'completed' && !mayAsk) {
      const message = `the loop is ${status}, not completed: go on with it by artoo loop start, or land what stands in a terminal, where you are asked`
      throw new ArtooError('loop_unfinished', message)
    }
    if (status !== 'completed') stdout.write(`The loop is ${status}, not completed: this is what stands.\n`)
    const landing = await loop.land({ signal, unfinished: status !== 'completed' })
    if (flags.json) writeJson(stdout, { type: 'outcome', outcome: landing })
    else if (landing.status === 'landed') {
      stdout.write(`Landed ${counted(landing.changed.length, 'file')}. artoo loop undo takes it back.\n`)
    } else stderr.write(`Nothing was changed (${landing.status}): ${oneLine(landing.reason, 500)}\n`)
    if (landing.status === 'landed') return exitCodes.complete[0]
    return isUnanswered ? exitCodes.usage[0] : exitCodes.failed[0]
  })
}

type Ask = (differences: readonly LandingDifference[]) => Promise<string | null>

/** Workspaces whose landing asks about all changes, after the loop itself has looked at them. */
function asking(workspaces: Workspaces, ask: Ask): Workspaces {
  return {
    ...workspaces,
    land: ({ signal, refusal }) =>
      workspaces.land({
        signal,
        async refusal(changes, diff) {
          const refused = await refusal?.(changes, diff)
          if (refused) return refused
          const paths = changes.map(({ path }) => path)
          const reason = paths.length === 0 ? null : await ask(await diff(paths))
          return reason === null ? null : { paths, reason }
        },
      }),
  }
}

function differenceLines({ path, kind, change }: LandingDifference): readonly string[] {
  const body = change.diff === null ? [] : someLines(change.diff).split('\n')
  return [`${kind} ${oneLine(path)}`, ...body.map((line) => `  ${line}`)]
}

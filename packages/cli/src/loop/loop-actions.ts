import { oneLine } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import type { Call } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { writeJson } from '../headless/json-output.js'
import { landLoop } from './land-loop.js'
import type { LoopPackage } from './loop-package.js'
import { nextStep } from './next-step.js'
import { withRestingLoop } from './resting-loop.js'
import { startLoop } from './start-loop.js'
import { currentStateFile } from './state-files.js'

type Action = (call: Call, words: string, loops: LoopPackage) => Promise<number>

/** The actions of `artoo loop`, by name. */
export const loopActions: Readonly<Record<string, Action>> = {
  start: startLoop,
  async status(call, _, loops) {
    const { flags, stdout } = call
    const { root, path } = currentLoop(call)
    const state = await loops.stateFileStore(path).read()
    if (state === null) throw new ArtooError('no_loop', `${path} holds no loop: begin one with artoo loop start`)
    if (flags.json) writeJson(stdout, { type: 'state', path, state })
    else {
      const { status, halt_code: code } = state.control
      const isAtRest = status === 'completed' || status === 'halted' || status === 'stopped'
      const lines = [loops.loopPicture(state, { width: stdout.columns || 120 })]
      stdout.write(`${[...lines, ...(isAtRest ? ['', nextStep({ status, code }, root)] : [])].join('\n')}\n`)
    }
    return exitCodes.complete[0]
  },
  async redirect(call, words, loops) {
    if (words.trim() === '') throw new ArtooError('missing_argument', 'in which way? artoo loop redirect "words"')
    return asked(call, loops, 'The course was changed.', (loop) => {
      call.stderr.write('The terminal that runs the loop asks about it: answer there.\n')
      return loop.redirect(words, { signal: call.signal })
    })
  },
  stop: (call, words, loops) =>
    asked(call, loops, 'It stops. artoo loop start goes on with it.', (loop) =>
      loop.stop(words === '' ? undefined : words, { signal: call.signal }),
    ),
  land: (call, _, loops) => landLoop(call, currentLoop(call), loops),
  async undo(call, _, loops) {
    const { flags, stdout, signal } = call
    const { root, path } = currentLoop(call)
    const resting = { path, workspaces: loops.workspacesFor(root) }
    const undone = await withRestingLoop(resting, loops, (loop) => loop.undoLanding({ signal }))
    const { restored, left } = undone
    if (flags.json) writeJson(stdout, { type: 'outcome', outcome: undone })
    else {
      stdout.write(`As it was before: ${named(restored)}.\n`)
      if (left.length > 0) stdout.write(`Changed since, so left as it is: ${named(left)}.\n`)
    }
    return left.length === 0 ? exitCodes.complete[0] : exitCodes.partial[0]
  },
}

function currentLoop({ cwd, flags }: Call) {
  const root = workingFolder(cwd, flags.dir)
  return { root, path: currentStateFile(root) }
}

/** Asks something of the process that runs the loop. */
async function asked(
  call: Call,
  loops: LoopPackage,
  done: string,
  ask: Parameters<typeof withRestingLoop<void>>[2],
): Promise<number> {
  const { root, path } = currentLoop(call)
  await withRestingLoop({ path, workspaces: loops.workspacesFor(root) }, loops, ask)
  if (call.flags.json) writeJson(call.stdout, { type: 'outcome', outcome: { status: 'done' } })
  else call.stdout.write(`${done}\n`)
  return exitCodes.complete[0]
}

const named = (paths: readonly string[]) =>
  paths.length === 0 ? 'no file' : paths.map((path) => oneLine(path)).join(', ')

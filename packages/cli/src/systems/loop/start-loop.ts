import type { AgentLoop, LoopResult } from '@artoo/agent-loop'
import { ArtooError, errorCode } from '@artoo/spec'
import { workingFolder } from '../../agent/working-folder.js'
import type { Call } from '../../command-line/call.js'
import { exitCodes } from '../../command-line/exit-codes.js'
import type { LoopPackage } from './loop-package.js'
import { loopSetup } from './loop-setup.js'
import type { LoopView } from './loop-view.js'
import { settle } from './settle.js'
import { currentStateFile, stateFiles } from './state-files.js'
import { loopExitCode } from './status-codes.js'
import { viewInJson } from './view-in-json.js'
import { viewInLines } from './view-in-lines.js'

/** Agrees on a job, if there are words, and works on the loop of the folder until it rests. */
export async function startLoop(call: Call, words: string, loops: LoopPackage): Promise<number> {
  const folder = workingFolder(call.cwd, call.flags.dir)
  const path = words === '' ? currentStateFile(folder) : await freshStateFile(folder, call, loops)
  const { root, notes, options, close: closeSetup } = await loopSetup(call)
  const view = call.flags.json ? viewInJson(call) : viewInLines(call, loops)
  const { confirm, clarify } = view.person
  const loop = loops.createAgentLoop({ ...options, workspace: root, state: path, confirm, clarify })
  const close = () => void loop.close()
  call.signal.addEventListener('abort', close, { once: true })
  try {
    notes.forEach(view.note)
    if (words !== '') view.agreed(await loop.align(words), path)
    call.signal.throwIfAborted()
    const result = await workOn(loop, view, { call, loops })
    view.ended(result, root)
    return loopExitCode(result)
  } catch (error) {
    if (call.signal.aborted) return exitCodes.interrupted[0]
    if (errorCode(error) !== 'not_agreed') throw error
    view.note('Nothing was agreed on, so nothing was begun.')
    return exitCodes.failed[0]
  } finally {
    call.signal.removeEventListener('abort', close)
    view.person.close()
    await loop.close()
    await closeSetup()
  }
}

interface Working {
  readonly call: Call
  readonly loops: LoopPackage
}

/** Goes on for as long as the person has the word that the loop waits for. */
async function workOn(loop: AgentLoop, view: LoopView, { call, loops }: Working): Promise<LoopResult> {
  const { signal } = call
  for (;;) {
    const run = loop.start({ signal })
    for await (const event of run) view.event(event, event.type === 'Commit' ? await loop.state() : null)
    const result = await run
    const { person } = view
    if (signal.aborted || !(await settle(result.state, { loop, person, signal, ...loops }))) return result
  }
}

/** The file of a new job. One whose work isn't done is not left behind by accident. */
async function freshStateFile(root: string, { flags }: Call, { stateFileStore }: LoopPackage): Promise<string> {
  const { current, next } = stateFiles(root)
  const state = current === null || flags.force ? null : await stateFileStore(current).read()
  if (state === null || state.control.status === 'completed') return next
  const message = `the loop of ${root} is ${state.control.status}: go on with it by artoo loop start, or begin another beside it by --force`
  throw new ArtooError('loop_exists', message, { field: 'words' })
}

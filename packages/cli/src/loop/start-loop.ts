import type { AgentLoop, LoopResult, StateFile } from '@artoo/agent-loop'
import { ArtooError, errorCode, errorMessage, onAbort } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import type { Call, Flags } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import type { LoopPackage } from './loop-package.js'
import { loopSetup } from './loop-setup.js'
import type { LoopView } from './loop-view.js'
import { type Settled, settle } from './settle.js'
import { currentStateFile, stateFiles } from './state-files.js'
import { loopExitCode } from './status-codes.js'
import { viewInJson } from './view-in-json.js'
import { viewInLines } from './view-in-lines.js'

/** Agrees on a job, if there are words, and works on the loop of the folder until it rests. */
export async function startLoop(call: Call, words: string, loops: LoopPackage): Promise<number> {
  const folder = workingFolder(call.cwd, call.flags.dir)
  const path = await stateFileFor(words, folder, { ...loops, ...call.flags })
  const { root, notes, options, close: closeSetup } = await loopSetup(call)
  const view = call.flags.json ? viewInJson(call) : viewInLines(call, loops)
  const { confirm, clarify } = view.person
  const loop = loops.createAgentLoop({ ...options, workspace: root, state: path, confirm, clarify })
  const stopping = new AbortController()
  const { signal } = stopping
  const forget = onAbort(call.signal, () => stopping.abort(new Error('it was interrupted at its terminal')))
  try {
    notes.forEach(view.note)
    if (words !== '') view.agreed(await alignment(loop, words, signal), path)
    call.signal.throwIfAborted()
    const result = await workOn(loop, view, { ...view, ...loops, signal })
    view.ended(result, root)
    return loopExitCode(result)
  } catch (error) {
    if (call.signal.aborted) {
      view.notBegun('interrupted', 'it was interrupted before there was an agreement')
      return exitCodes.interrupted[0]
    }
    if (errorCode(error) !== 'not_agreed') throw error
    view.notBegun('not_agreed', errorMessage(error))
    return exitCodes.failed[0]
  } finally {
    forget()
    view.person.close()
    await loop.close()
    await closeSetup()
  }
}

/** A talk has no signal of its own. */
async function alignment(loop: AgentLoop, words: string, signal: AbortSignal): Promise<StateFile> {
  const forget = onAbort(signal, () => void loop.close())
  try {
    return await loop.align(words)
  } finally {
    forget()
  }
}

/** Goes on for as long as the person has the word that the loop waits for. */
async function workOn(
  loop: AgentLoop,
  view: LoopView,
  { person, signal, openQuestions }: Omit<Settled, 'loop'>,
): Promise<LoopResult> {
  for (;;) {
    const run = loop.start({ signal })
    for await (const event of run) view.event(event, event.type === 'Commit' ? await loop.state() : null)
    const result = await run
    if (signal.aborted || !(await settle(result.state, { loop, person, signal, openQuestions }))) return result
  }
}

/** The file of the loop to go on with, or of a new job. A job whose work isn't done is not left behind by accident. */
async function stateFileFor(
  words: string,
  root: string,
  { stateFileStore, force }: Pick<LoopPackage, 'stateFileStore'> & Pick<Flags, 'force'>,
): Promise<string> {
  const { current, next } = stateFiles(root)
  const path = words === '' ? currentStateFile(root) : current
  const status = path === null ? null : (await stateFileStore(path).read())?.control.status
  if (words === '' && path !== null) {
    if (status !== 'completed') return path
    const message =
      'the job is done: artoo loop land brings it into the folder, artoo loop start "another job" begins anew'
    throw new ArtooError('loop_completed', message)
  }
  if (status === null || status === 'completed' || force) return next
  const message = `the loop of ${root} is ${status}: go on with it by artoo loop start, or begin another beside it by --force`
  throw new ArtooError('loop_exists', message, { field: 'words' })
}

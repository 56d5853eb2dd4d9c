import { constants } from 'node:fs'
import { access, lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { tasksIn } from '@artoo/runtime'
import { fileJournal, fileRules, openMemory, stateFolder } from '@artoo/sdk/node'
import { systemClock } from '@artoo/spec'
import { isErrno, isInside, unlessErrno } from '@artoo/spec/node'
import type { Facts, StateFacts } from './facts.js'
import { type Problem, problemOf } from './problem.js'

type KeptFacts = Pick<Facts, 'state' | 'journal' | 'memory' | 'keptRules'>

/** Looks at what is kept of the folder that tools work in. A memory that is there is opened and closed again. */
export async function keptFacts(root: string, signal: AbortSignal): Promise<KeptFacts> {
  try {
    const path = stateFolder({ root })
    // The memory after the size: opening it writes.
    const state = await stateFacts(path, root, signal)
    const [journal, memory, keptRules] = await Promise.all([
      tasksByState(root, signal).catch(problemOf),
      memoryProblem(path, root),
      Promise.resolve().then(fileRules({ root }).rules).catch(problemOf),
    ])
    signal.throwIfAborted()
    return { state, journal, memory, keptRules }
  } catch (error) {
    signal.throwIfAborted()
    return { state: problemOf(error), journal: {}, memory: null, keptRules: [] }
  }
}

async function stateFacts(path: string, root: string, signal: AbortSignal): Promise<StateFacts> {
  const [{ mode }, bytes, isWritable] = await Promise.all([
    stat(path),
    sizeOf(path, signal),
    access(path, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
  ])
  return {
    ...{ path, bytes, isWritable, isInsideRoot: isInside(root, path) },
    mode: process.platform === 'win32' ? null : mode & 0o777,
  }
}

/** Bytes of the files below a folder. A file that is removed meanwhile counts 0. */
async function sizeOf(path: string, signal: AbortSignal): Promise<number> {
  let bytes = 0
  for await (const entry of await opendir(path, { recursive: true })) {
    if (signal.aborted) break
    if (!entry.isFile()) continue
    const found = await lstat(join(entry.parentPath, entry.name)).catch(unlessErrno(null, 'ENOENT'))
    bytes += found?.size ?? 0
  }
  return bytes
}

async function tasksByState(root: string, signal: AbortSignal): Promise<Exclude<Facts['journal'], Problem>> {
  const counts: { -readonly [State in keyof Exclude<Facts['journal'], Problem>]: number } = {}
  for await (const { state } of tasksIn(fileJournal({ root }), undefined, systemClock())) {
    if (signal.aborted) break
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

async function memoryProblem(state: string, root: string): Promise<Problem | null> {
  try {
    await access(join(state, 'memory'))
    const memory = await openMemory({ root })
    await memory.close()
    return null
  } catch (error) {
    return isErrno(error, 'ENOENT') ? null : problemOf(error)
  }
}

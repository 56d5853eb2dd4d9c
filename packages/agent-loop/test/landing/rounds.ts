import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { workspacesFor } from '../../src/node.js'
import type { Chance } from '../halting/chance.js'
import { filesIn, put } from '../node/folders.js'
import type { Files, Folder } from './folder.js'

/** Milliseconds within which a kill falls: as long as a landing takes. */
export interface Span {
  ms: number
}

export interface Round {
  readonly faults: readonly string[]
  /** How far the files had come when the process died. */
  readonly at: 'before' | 'between' | 'after'
}

/**
 * Kills a landing or its undoing, looks at the folder, lets the user edit something now and then, and has the next process end it. In the end the
 * folder is as it was before.
 */
export async function round(script: string, folder: Folder, span: Span, chance: Chance): Promise<Round> {
  const { directory, head, before } = folder
  const git = folder.git()
  const undoes = chance.is(0.3)
  if (undoes) await inThisProcess(directory, head, 'land')
  await killed(script, [directory, head, undoes ? 'undo' : 'land'], span, chance)
  const { at, faults } = left(folder)
  faults.push(...(await (chance.is(0.3) ? edited(folder, chance) : endedBy(folder))))
  await inThisProcess(directory, head, 'undo')
  if (!isDeepStrictEqual(filesIn(directory), before)) faults.push('undoing did not bring back what was there')
  if (!isDeepStrictEqual(folder.git(), git)) faults.push('the index or the stash is another')
  if ((lstatSync(join(directory, 'src/0/file 0.txt')).mode & 0o777) !== 0o600) faults.push('permissions are others')
  return { faults, at }
}

/** Every file is in one of its two states, or is a draft. */
function left({ directory, before, after }: Folder): { at: Round['at']; faults: string[] } {
  const found = filesIn(directory)
  const at = isDeepStrictEqual(found, before) ? 'before' : isDeepStrictEqual(found, after) ? 'after' : 'between'
  const faults = [...new Set([before, after, found].flatMap(Object.keys))]
    .filter((path) => !/(^|\/)\.artoo-[0-9a-f]{8}\.draft$/.test(path))
    .filter((path) => found[path] !== before[path] && found[path] !== after[path])
    .map((path) => `${path} is neither old nor new`)
  return { at, faults }
}

/** The next landing ends the one that was cut short. */
async function endedBy({ directory, head, after }: Folder): Promise<string[]> {
  const landed = await inThisProcess(directory, head, 'land')
  if (isDeepStrictEqual(filesIn(directory), after)) return []
  return [`landing again left something else: ${JSON.stringify(landed)}`]
}

/** The user edits a file of the landing that was cut short: the edit outlives the next landing and its undoing. */
async function edited({ directory, head, before, after }: Folder, chance: Chance): Promise<string[]> {
  const faults: string[] = []
  // Not `run.sh`: the permissions that a landing gave it are no part of what is written back here.
  const paths = Object.keys(before).filter(
    (one) => one.startsWith('src/') && one in after && before[one] !== after[one],
  )
  const path = chance.pick(paths)
  const isKept = () => filesIn(directory)[path]?.includes('edited since') === true
  const others = (files: Files) => Object.fromEntries(Object.entries(files).filter(([one]) => one !== path))
  appendFileSync(join(directory, path), 'edited since\n')
  const outcome = JSON.stringify(await inThisProcess(directory, head, 'land'))
  if (!isKept()) faults.push(`an edit of ${path} was lost: ${outcome}`)
  const now = others(filesIn(directory))
  if (![before, after].some((files) => isDeepStrictEqual(now, others(files))))
    faults.push(`a mixture was left: ${outcome}`)
  await inThisProcess(directory, head, 'undo')
  if (!isKept()) faults.push(`undoing lost an edit of ${path}`)
  put(directory, { [path]: before[path] ?? '' })
  return faults
}

/** Ends a process while it works: the whole group as a terminal or a supervisor does, or the process alone. */
async function killed(script: string, words: readonly string[], span: Span, chance: Chance): Promise<void> {
  const child = spawn(process.execPath, [script, ...words], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const began = once(child.stdout, 'data').then(() => performance.now())
  await Promise.race([began, ended])
  const start = performance.now()
  const over = await Promise.race([wait(chance.next() * span.ms, false), ended.then(() => true)])
  if (over) span.ms = performance.now() - start
  else kill(child.pid ?? 0, chance)
  await ended
}

function kill(pid: number, chance: Chance): void {
  const [target, signal] = chance.pick([
    [-pid, 'SIGKILL'],
    [-pid, 'SIGINT'],
    [pid, 'SIGKILL'],
  ] as const)
  try {
    process.kill(target, signal)
  } catch {
    // It has just ended.
  }
}

async function inThisProcess(directory: string, head: string, what: 'land' | 'undo'): Promise<unknown> {
  const { signal } = new AbortController()
  const workspaces = workspacesFor(directory)
  try {
    await workspaces.prepare('loop', head, signal)
    return what === 'land' ? await workspaces.land({ signal }) : await workspaces.undoLanding()
  } finally {
    await workspaces.close()
  }
}

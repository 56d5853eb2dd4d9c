import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '@artoo/sdk/node'
import { ArtooError } from '@artoo/spec'

/**
 * The state files of a folder's loops: of the one that was agreed on last, null before the first, and of the next. A new job has a new one, so that
 * the work of the one before is not lost.
 */
export function stateFiles(root: string) {
  const folder = stateFolder({ root })
  const numbers = readdirSync(folder).flatMap((name) => {
    const number = /^loop-(\d+)\.json$/.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  const last = Math.max(0, ...numbers)
  const file = (number: number) => join(folder, `loop-${number}.json`)
  return { current: last === 0 ? null : file(last), next: file(last + 1) }
}

/** @throws {ArtooError} `no_loop` */
export function currentStateFile(root: string): string {
  const { current } = stateFiles(root)
  if (current !== null) return current
  throw new ArtooError('no_loop', `there is no loop in ${root}: begin one with artoo loop start "the job in words"`)
}

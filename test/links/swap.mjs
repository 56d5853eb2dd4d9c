// Puts a link in the place of a folder and of a file and takes it away again until it is killed, now as fast as it can and now with pauses.
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const [root] = process.argv.slice(2)
const top = join(root, '..')
const swaps = [
  { place: join(root, 'a/b'), real: join(top, 'spare/folder'), target: join(top, 'outside') },
  { place: join(root, 'a/file.txt'), real: join(top, 'spare/file'), target: join(top, 'outside/f.txt') },
]

// A tool may have put a folder of its own in the gap, so every step may fail.
const attempt = (step) => {
  try {
    step()
    return true
  } catch {
    return false
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4))
/** Waits for some milliseconds, mostly for few: a call of some steps meets the folder, and one of a hundred does so at times. */
const pause = (most) => Atomics.wait(cell, 0, 0, Math.random() ** 3 * most)

process.send('ready')
while (existsSync(root)) {
  for (const { place, real, target } of swaps) {
    attempt(() => renameSync(place, real))
    attempt(() => symlinkSync(target, place))
  }
  pause(4)
  for (const { place, real } of swaps) {
    attempt(() => unlinkSync(place))
    if (attempt(() => renameSync(real, place)) || !existsSync(real)) continue
    attempt(() => rmSync(place, { recursive: true, force: true }))
    attempt(() => renameSync(real, place))
  }
  pause(40)
}

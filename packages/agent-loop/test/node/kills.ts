/**
 * Kills loops in real repositories at random moments, until each has come to its end: `npm run test:kills -- [--count 200] [--seed 1]`. Its short form is
 * in `loops.test.ts`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { bundled } from '../../../mkct/test/support/bundled.js'
import { type Chance, chance } from '../halting/chance.js'
import { indexOf, put, repositoryWith, standing } from './folders.js'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.count)
const names = ['A', 'B', 'C', 'D']
const file = (name: string) => ({ check: 'file', path: `${name}.txt` }) as const
const plan = {
  ...{ goal: 'files', background_intent: 'to see', deliverables: ['files'], definition_of_done: 'they are there' },
  base_case: { check: 'all', of: names.map(file) },
  atoms: Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        ...{ description: `make ${name}.txt`, success_criteria: file(name), writes: [`${name}.txt`] },
        deps: index === 0 ? [] : [names[index - 1]],
      },
    ]),
  ),
}

/** The user's folder, and the folder for temporary files that a loop may leave something in. */
interface Place {
  readonly folder: string
  readonly state: string
  readonly temporary: string
}

/** Milliseconds within which a kill falls, as long as a loop takes. */
let span = 2_000

/** @returns whether the process was killed before it had ended. */
async function run(
  script: string,
  { folder, state, temporary }: Place,
  isFirst: boolean,
  luck: Chance,
): Promise<boolean> {
  const words = [script, folder, state, 'work', ...(isFirst ? [JSON.stringify(plan)] : [])]
  const env = { ...process.env, TMPDIR: temporary }
  const child = spawn(process.execPath, words, { detached: true, stdio: 'ignore', env })
  const ended = once(child, 'exit')
  const began = performance.now()
  const isOver = await Promise.race([wait(luck.next() * span * 1.3, false), ended.then(() => true)])
  if (isOver) span = performance.now() - began
  else process.kill(-(child.pid as number), luck.is(0.8) ? 'SIGKILL' : 'SIGINT')
  await ended
  return !isOver
}

const script = await bundled(new URL('loop-process.ts', import.meta.url))
const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-kills-')))
const luck = chance(Number(values.seed))
let [kills, loops, completed] = [0, 0, 0]
const faults: string[] = []
process.env.XDG_STATE_HOME = join(top, 'state')
try {
  while (kills < count && faults.length === 0) {
    const home = join(top, `${loops}`)
    const folder = repositoryWith(join(home, 'work'), { 'kept.txt': 'kept\n', 'gone.txt': 'gone\n' })
    put(folder, { 'kept.txt': 'edited\n', 'untracked.txt': 'mine\n' })
    rmSync(join(folder, 'gone.txt'))
    const temporary = join(home, 'tmp')
    put(home, { tmp: null })
    const place = { folder, state: join(home, 'loop.json'), temporary }
    const seen = () => {
      const { worktrees: _, ...rest } = standing(folder)
      return { ...rest, index: indexOf(folder).toString('base64') }
    }
    const before = seen()
    const status = () => {
      try {
        return JSON.parse(readFileSync(place.state, 'utf8')).control.status as string
      } catch {
        return 'none'
      }
    }
    while (!['completed', 'halted'].includes(status())) {
      if (await run(script, place, status() === 'none', luck)) kills++
      if (!isDeepStrictEqual(seen(), before)) faults.push(`loop ${loops}: the user's checkout is another`)
      if (faults.length > 0) break
    }
    const isNamed = /the process died 3 times in a row/.test(readFileSync(place.state, 'utf8'))
    if (status() === 'completed') completed++
    else if (!isNamed) faults.push(`loop ${loops} ended as ${status()}: ${readFileSync(place.state, 'utf8')}`)
    // A process that is killed behind its last commit leaves its folder for the next start.
    const left = readdirSync(temporary)
    if (left.length > 1) faults.push(`loop ${loops} left ${left.join(', ')}`)
    loops++
    rmSync(home, { recursive: true, force: true })
  }
} finally {
  rmSync(top, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(
  `${kills} kills of ${loops} loops: ${completed} completed, the others say that the process died three times in a row at one atom; ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0

/**
 * Kills the process of a task after every event of its journal, then at random moments again and again until it has ended, and
 * checks each time that the result is the undisturbed one, that no journalled model call is paid for again, and that what can't be
 * undone was done once.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/task/main.ts [kills, 1000 by default] [seed] [kills at once, 2 by default]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled } from '../../../packages/mkct/test/support/bundled.js'
import { randomFrom } from '../../../packages/mkct/test/support/killed-store.js'
import { problemsOf } from './check.js'
import { type Depth, depths, sent } from './invitation.js'
import { type Ended, runHost } from './process.js'

const [kills = '1000', seed = '20261122', lanes = '2'] = process.argv.slice(2)
const root = await mkdtemp(join(tmpdir(), 'artoo-tasks-'))
const host = await bundled(new URL('host.ts', import.meta.url))
const total = { kills: 0, tasks: 0, problems: 0 }

async function fresh(): Promise<string> {
  return mkdtemp(join(root, 'task-'))
}

function ended(outcome: Ended | null): Ended {
  if (outcome) return outcome
  throw new Error('nobody was to kill this one')
}

const undisturbed = new Map<Depth, Ended>()
for (const depth of depths) undisturbed.set(depth, ended(await runHost(host, [await fresh(), 'files', depth])))

interface Place {
  readonly kind: string
  readonly depth: Depth
}

async function check(directory: string, { kind, depth }: Place, outcome: Ended, how: string): Promise<void> {
  total.tasks++
  for (const problem of await problemsOf(directory, kind, outcome, ended(undisturbed.get(depth) ?? null).result)) {
    total.problems++
    console.error(`${how}: ${problem} (${directory})`)
  }
  if (total.problems === 0) await rm(directory, { recursive: true })
}

async function killedAfter(point: string, place: Place): Promise<void> {
  const directory = await fresh()
  const { kind, depth } = place
  const outcome = await runHost(host, [directory, kind, depth, point])
  if (outcome) throw new Error(`it was to die after ${point}`)
  total.kills++
  await check(
    directory,
    place,
    ended(await runHost(host, [directory, kind, depth])),
    `${depth}, ${kind}, after ${point}`,
  )
}

/** Kills it until it has ended, which it does when it is left alone long enough. */
async function killedAtRandom(random: () => number): Promise<void> {
  const directory = await fresh()
  const kind = random() < 0.5 ? 'files' : 'level'
  const depth = depths[Math.floor(random() * depths.length)] ?? 'lean'
  for (let round = 0; ; round++) {
    const outcome = await runHost(host, [directory, kind, depth, '', '5'], random() * 250 + round * 10)
    if (outcome) return check(directory, { kind, depth }, outcome, `${depth}, ${kind}, at random`)
    total.kills++
  }
}

async function inLanes(work: (lane: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => work(lane)))
}

try {
  const begun = performance.now()
  const points = [...undisturbed].flatMap(([depth, { events }]) =>
    [...Array.from({ length: events }, (_, index) => `${index + 1}`), ...sent].map((point) => [point, depth] as const),
  )
  const places = points.flatMap(([point, depth]) => ['files', 'level'].map((kind) => [point, { kind, depth }] as const))
  await inLanes(async () => {
    for (let place = places.shift(); place; place = places.shift()) await killedAfter(...place)
  })
  const matrix = { ...total }
  await inLanes(async (lane) => {
    const random = randomFrom(Number(seed) + lane)
    while (total.kills - matrix.kills < Number(kills)) await killedAtRandom(random)
  })
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    `${matrix.kills} kills at ${points.length} points, ${total.kills - matrix.kills} at random (seed ${seed}), in ${seconds} s: ${total.tasks} tasks ended, ${total.problems} problems.`,
  )
  if (total.problems > 0) process.exitCode = 1
} finally {
  if (total.problems === 0) await rm(root, { recursive: true, force: true })
}

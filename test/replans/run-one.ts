import { replay } from '@artoo/insight'
import {
  type ArtooOptions,
  createArtoo,
  type FinalResult,
  memoryJournal,
  type PermissionMode,
  type RunEvent,
  readEvents,
} from '@artoo/sdk'
import { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'
import { randomFrom } from '../hostile/random.js'
import { choresOf } from './chores.js'
import { modelOf } from './model.js'
import { patienceMs, personOf } from './person.js'
import { type Happening, toolsOf } from './world.js'

/** One run and all that is known of it. */
export interface Ran {
  readonly mode: PermissionMode
  readonly events: readonly RunEvent[]
  /** Null for a run that did not end. */
  readonly result: FinalResult | null
  readonly happened: readonly Happening[]
}

export interface Manner {
  readonly mode: PermissionMode
  readonly depth: NonNullable<ArtooOptions['depth']>
}

/** All of it follows from the seed, the index and the manner. */
export async function runOne(seed: number, index: number, { mode, depth }: Manner): Promise<Ran> {
  const random = randomFrom(`${seed}:${index}`)
  const clock = manualClock(1_000)
  const happened: Happening[] = []
  const coin = random.fork('coin')
  const chores = choresOf(random.fork('chores'))
  const journal = random.chance(0.5) ? memoryJournal() : undefined
  const abort = new AbortController()
  const options: ArtooOptions = {
    model: modelOf(random.fork('model'), { chores, pass: random.pick([0.4, 0.55, 0.75]) }),
    tools: toolsOf(random.fork('tools'), happened),
    checks: [
      { name: 'coin', description: 'tosses a coin', run: () => ({ pass: coin.chance(0.7), evidence: 'a toss' }) },
    ],
    confirm: random.chance(0.95) ? personOf(random.fork('person'), clock, happened) : undefined,
    hyperparameters: random.chance(0.5) ? {} : { delta: 0.05, worseningLimit: 5 },
    limits: {
      replans: random.int(1, 6),
      retries: random.int(0, 2),
      toolTurns: random.pick([2, 12]),
      modelCalls: random.chance(0.05) ? 15 : 200,
      toolTimeoutMs: 200,
      personTimeoutMs: patienceMs,
      concurrency: random.pick([2, 12]),
    },
    permissions: { mode },
    depth,
    clock,
    ids: sequentialIds(),
    journal,
  }
  const artoo = createArtoo(options)
  const handle = artoo.run('See to everything', { signal: abort.signal })
  if (random.chance(0.05)) clock.schedule(random.int(20, 2_000), () => abort.abort())
  const result = (await inTime(handle.result, clock)) as FinalResult | null
  await inTime(artoo.close(), clock, unhurried)
  const events = journal && result ? await readEvents<RunEvent>(journal, handle.taskId) : handle.events
  const replayed = journal && result ? await replay(journal, handle.taskId, { checks: options.checks }) : null
  if (replayed?.parting) throw new Error(`its replay parts: ${JSON.stringify(replayed.parting).slice(0, 500)}`)
  return { mode, events, result, happened }
}

const turnMs = 20
/** More than twice as long as any run may take. */
const mostTurns = 40_000

const atOnce = () => new Promise((resolve) => setImmediate(resolve))
/** A memory hashes and loads in real time, and closing waits for it no longer than 250 turns. */
const unhurried = () => new Promise((resolve) => setTimeout(resolve, 1))

/** Lets time pass until the work is done; null when it never is. */
async function inTime<T>(work: Promise<T>, clock: ManualClock, turnEnds = atOnce): Promise<T | null> {
  let done = false
  const noted = work.finally(() => {
    done = true
  })
  noted.catch(() => undefined)
  for (let turn = 0; turn < mostTurns && !done; turn++) {
    await turnEnds()
    if (!done) clock.advance(turnMs)
  }
  return done ? noted : null
}

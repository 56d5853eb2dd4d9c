import { type ArtooOptions, createArtoo } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { draw } from '../random.js'
import { handsFor } from './hands.js'
import { type Persona, usualPersona } from './mind.js'
import { noMemory } from './no-memory.js'
import { personaModel } from './persona.js'
import { type Plant, reports } from './plant.js'

export interface WholeOptions {
  /** Every number is drawn by it: two profiles with one seed meet the same luck. */
  readonly seed: number
  /** Over those of the lab: no memory, one correction, a clock that moves with `callMs` alone. */
  readonly options?: Partial<ArtooOptions>
  /** @defaultValue `usualPersona` */
  readonly persona?: Persona
}

export interface WholeResult {
  /** What was delivered is what was asked for. */
  readonly solved: boolean
  /** Something was delivered, by `accept` or `success`. */
  readonly delivered: boolean
  /** Why it ended, as the result says. */
  readonly reason: string
  /** Of the model. */
  readonly calls: number
  readonly rounds: number
}

/** One task on a plant through the whole SDK, with a persona as the model. */
export async function runWhole(plant: Plant, given: WholeOptions): Promise<WholeResult> {
  const { seed, options, persona = usualPersona } = given
  const clock = manualClock(Date.UTC(2026, 0, 1))
  let calls = 0
  let made = 0
  const keys = ['whole', seed, plant.name] as const
  const artoo = createArtoo({
    model: personaModel({ persona, luck: () => keys }, () => calls++),
    tools: handsFor(plant, {
      plant: () => plant,
      luck: ({ tool, place }) => draw(...keys, 'call', made, tool, place),
      onCall: () => made++,
      wait: (ms) => clock.advance(ms),
    }),
    memory: noMemory,
    dreamer: false,
    clock,
    ids: sequentialIds(),
    limits: { retries: 1 },
    ...options,
  })
  const { output, reason, rounds } = await artoo.run(plant.words)
  await artoo.close()
  return { solved: output?.includes(reports.right) ?? false, delivered: output !== null, reason, calls, rounds }
}

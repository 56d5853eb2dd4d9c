import type { ProfileName } from '@artoo/ggs'
import { createArtoo } from '@artoo/sdk'
import type { ModelRequest } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import type { Plant } from '../controller/plants/plant.js'
import { noMemory } from '../whole/no-memory.js'
import { personaOf } from './persona.js'
import { worldOf } from './world.js'

/** How a task went through the SDK; as far as the simulation knows it, in its words. */
export interface Passage {
  readonly solved: boolean
  readonly delivered: boolean
  readonly reason: string
  readonly rounds: number
  /** Of the model. */
  readonly calls: number
}

/** Far above what a round takes: the planner's call holds the time of all its work. */
const enough = 3_600_000

/** A task of the simulation through the whole SDK. */
export async function runThrough(
  plant: Plant,
  profile: ProfileName,
  onCall: (request: ModelRequest) => void = () => {},
): Promise<Passage> {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const world = worldOf(plant, (ms) => clock.advance(ms))
  let calls = 0
  let deliver: number | null = null
  const model = personaOf(plant, world, (request) => {
    calls++
    onCall(request)
  })
  const artoo = createArtoo({
    model,
    tools: [...world.tools],
    memory: noMemory,
    dreamer: false,
    clock,
    ids: sequentialIds(),
    profile,
    limits: { replans: 3, modelCalls: 2_000, modelTimeoutMs: enough, firstTokenTimeoutMs: enough },
  })
  const run = artoo.run(`Do all ${plant.subtasks.length} parts`)
  for await (const event of run) if (event.type === 'ControlDecision') deliver = event.payload.deliver
  const { output, reason, rounds } = await run
  await artoo.close()
  const delivered = output !== null
  return { solved: delivered && deliver !== null && world.isRightAfter(deliver), delivered, reason, rounds, calls }
}

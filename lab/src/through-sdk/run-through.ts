import type { Directive, ProfileName } from '@artoo/ggs'
import { createArtoo, type RunEvent } from '@artoo/sdk'
import type { ModelRequest } from '@artoo/spec'
import { sequentialIds } from '@artoo/spec/testing'
import type { End } from '../controller/policies/policy.js'
import type { Plant } from '../plants/plant.js'
import { noMemory } from '../whole/no-memory.js'
import { pausingClock } from './pausing.js'
import { personaOf } from './persona.js'
import { numberIn } from './words.js'
import { worldOf } from './world.js'

/** How a task went through the SDK; as far as the simulation knows it, in its words. */
export interface Passage {
  readonly solved: boolean
  readonly delivers: End['delivers']
  readonly reason: string
  readonly rounds: number
  /** Of the model. */
  readonly calls: number
  /** What the controller decided, round by round. */
  readonly directives: readonly Directive[]
}

/** What looks on. */
interface Watch {
  readonly onCall?: (request: ModelRequest) => void
  readonly onEvent?: (event: RunEvent) => void
}

/** Far above what a round takes: the planner's call holds the time of all its work. */
const enough = 3_600_000

/** A task of the simulation through the whole SDK. */
export async function runThrough(
  plant: Plant,
  profile: ProfileName,
  { onCall = () => {}, onEvent = () => {} }: Watch = {},
): Promise<Passage> {
  const { clock, advance, skip } = pausingClock(Date.UTC(2026, 0, 1))
  const world = worldOf(plant, advance)
  let calls = 0
  let deliver: number | null = null
  const directives: Directive[] = []
  const model = personaOf({
    ...{ plant, world, profile },
    onCall(request) {
      calls++
      onCall(request)
    },
  })
  const artoo = createArtoo({
    ...{ model, memory: noMemory, dreamer: false, clock, ids: sequentialIds(), profile },
    tools: [...world.tools],
    clarify: (requests) =>
      Object.fromEntries(
        requests.map(({ id, question }) => [
          id,
          world.ask(numberIn(/part \d+/.exec(question)?.[0] ?? '')) ? 'this' : '',
        ]),
      ),
    limits: { replans: 3, modelCalls: 2_000, modelTimeoutMs: enough, firstTokenTimeoutMs: enough },
  })
  const run = artoo.run(`Do all ${plant.parts.length} parts`)
  for await (const event of run) {
    onEvent(event)
    if (event.type === 'ControlDecision') {
      deliver = event.payload.deliver
      directives.push(event.payload.directive)
    }
    if (event.type === 'TimerRequest' && 'delayMs' in event.payload) {
      world.pause()
      skip(event.payload.delayMs)
    }
  }
  const { directive, reason, rounds } = await run
  await artoo.close()
  const delivers = deliver !== null ? 'result' : directive === 'deliver' ? 'parts' : 'nothing'
  return { solved: deliver !== null && world.isRightAfter(deliver), delivers, reason, rounds, calls, directives }
}

import type { Memory } from '@artoo/sdk'
import { noMemory } from '../whole/no-memory.js'
import { orderOf } from '../whole/order.js'
import type { Task } from './world.js'

/** A memory that knows the truth and says it as a memory would: what is left then is the planner's. */
export function oracleOf(task: () => Task): Memory {
  return {
    ...noMemory,
    async consult({ pairs }) {
      const { truth, plant } = task()
      const [tool = ''] = truth.rightTools
      const place = plant.places.find((one) => !truth.blocked.includes(one) && !truth.stale.includes(one)) ?? ''
      const order = orderOf({ tool, place, level: truth.level }, plant.noun)
      const lesson = `${tool} on ${plant.noun}/${place} did it: ${order}`
      const reading = { space: pairs[0]?.space ?? '', entity: `tool:${tool}`, attention: 1, decision: 1, lesson }
      return { readings: [{ ...reading, action: 'exploit' }], rules: [] }
    },
  }
}

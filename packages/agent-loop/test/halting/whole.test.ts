import { describe, expect, it } from 'vitest'
import { atoms, killed, type Script, until, world } from '../world.js'
import { type Chance, chance as chanceOf } from './chance.js'

/** Does its work, lies, throws, strays or talks. */
function fickle(chance: Chance): Script {
  return async ({ files, task: { brief } }) => {
    await new Promise((resolve) => setImmediate(resolve))
    const does = chance.pick(['work', 'work', 'lie', 'throw', 'stray', 'talk', 'fail'])
    if (does === 'throw') throw new Error('out of memory')
    if (does === 'talk') return 'all is well'
    if (does === 'fail') return { success: false, summary: `reason ${chance.below(2)}` }
    if (does === 'stray') files['stray.txt'] = brief.atom
    if (does !== 'lie') files[`${brief.atom}.txt`] = 'done'
    return { success: true, summary: 'done' }
  }
}

const graph = { a: [], b: [], jwt: ['a'], session: ['a'], c: ['auth', 'b'], d: ['c'], e: ['jwt'] }
const plan = { atoms: atoms(graph), or_groups: { auth: { choices: ['jwt', 'session'], speculative: true } } }

describe('a whole loop among fickle workers', () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed))(
    'ends with its tree as it is bound (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const script = fickle(chance)
      const scripts = Object.fromEntries(Object.keys(graph).map((id) => [id, script]))
      let made = world({ plan, scripts })
      await made.align()
      for (let sessions = 1 + chance.below(3); sessions > 0; sessions--) {
        const run = made.loop.start()
        const moment = made.launches.length + chance.below(4)
        let isOver = false
        void run.result.finally(() => {
          isOver = true
        })
        await until(() => isOver || made.launches.length >= moment)
        if (chance.is(0.3)) void made.loop.stop().catch(() => undefined)
        const change = {
          type: 'constraint_change',
          description: 'x',
          constraints: { max_attempts: 1 + chance.below(3) },
        } as const
        if (chance.is(0.3)) await made.loop.redirect(change).catch(() => undefined)
        const crashes = !isOver && chance.is(0.3)
        if (!crashes) {
          await run
          continue
        }
        const [state, { memory, loop }] = [await killed(made.store), made]
        await loop.close()
        made = world({ state: { ...state, owner: null }, memory, scripts })
      }
      const { status } = await made.loop.start().result.catch(() => ({ status: 'completed' }))
      expect(['completed', 'halted', 'stopped']).toContain(status)
      const state = await killed(made.store)
      expect(state.in_flight).toEqual({})
      expect(Object.keys(made.memory.tree).sort()).toEqual(
        Object.keys(state.bindings)
          .map((id) => `${id}.txt`)
          .sort(),
      )
    },
  )
})

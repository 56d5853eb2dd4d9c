import { loopPicture, progressOf, type StateFile } from '@artoo/agent-loop'
import { describe, expect, it } from 'vitest'
import { atoms, fails, world } from '../world.js'

/** A state that was agreed on and then edited by hand. */
async function edited(change: (state: StateFile) => StateFile) {
  const { align } = world()
  return world({ state: change(structuredClone(await align())) })
}

const without = (fields: Partial<StateFile['objective']>) => (state: StateFile) => ({
  ...state,
  objective: { ...state.objective, ...fields },
})

describe('the gate', () => {
  it.each([
    ['base_case', without({ base_case: null })],
    ['background_intent', without({ background_intent: ' ' })],
    ['deliverables', without({ deliverables: [] })],
    ['definition_of_done', without({ definition_of_done: '' })],
    ['aligned', without({ aligned: null })],
    ['atoms', (state: StateFile) => ({ ...state, atoms: {} })],
  ])('1: refuses a loop without %s, names it and launches nothing', async (field, change) => {
    const { loop, launches } = await edited(change)
    const result = await loop.start()
    expect(result).toMatchObject({
      status: 'halted',
      code: 'alignment_missing',
      missing: expect.arrayContaining([field]),
    })
    expect(launches).toEqual([])
  })

  it('1: refuses an objective that was edited since it was agreed on', async () => {
    const { loop, launches } = await edited(without({ goal: 'something else' }))
    expect(await loop.start()).toMatchObject({ code: 'alignment_missing', missing: ['aligned'] })
    expect(launches).toEqual([])
  })

  it('2: completes at once when the base case holds already', async () => {
    const { run, launches } = world({ tree: { 'A.txt': 'there' } })
    const result = await run()
    expect(result).toMatchObject({ status: 'completed', code: 'base_case_satisfied' })
    expect(result.state.control.iteration).toBe(0)
    expect(launches).toEqual([])
  })

  it.each([
    ['a circle', atoms({ A: ['B'], B: ['A'] }), {}, /A → B → A|B → A → B/],
    ['an atom that depends on itself', atoms({ A: ['A'] }), {}, /A depends on itself/],
    ['a dependency that does not exist', atoms({ A: ['nothing'] }), {}, /A depends on nothing, which does not exist/],
    [
      'a choice of two groups',
      atoms({ A: [], B: [], C: [] }),
      { g: { choices: ['A', 'B'] }, h: { choices: ['B', 'C'] } },
      /B is a choice of both g and h/,
    ],
    [
      'a choice that depends on another one of its group',
      atoms({ A: [], B: ['A'] }),
      { g: { choices: ['A', 'B'] } },
      /another choice of it/,
    ],
    ['a name that every object has', atoms({ constructor: [] }), {}, /constructor/],
    ['a name that is none', atoms({ 'a b': [] }), {}, /"a b" can't be an id/],
  ])('23: refuses %s and writes nothing', async (_, graph, or_groups, message) => {
    const { align, store } = world({ plan: { atoms: graph, or_groups } })
    await expect(align()).rejects.toMatchObject({ code: 'invalid_graph', message: expect.stringMatching(message) })
    expect(await store.read()).toBeNull()
  })

  it('23: halts on a graph that was made unsound by hand', async () => {
    const { loop, launches } = await edited((state) => ({
      ...state,
      atoms: { A: { ...(state.atoms.A as StateFile['atoms'][string]), deps: ['A'] } },
    }))
    expect(await loop.start()).toMatchObject({ status: 'halted', code: 'invalid_graph', detail: 'A depends on itself' })
    expect(launches).toEqual([])
  })
})

describe('what a person is told when a plan is agreed on', () => {
  it('is that the base case holds already, when it does', async () => {
    const { align } = world({ tree: { 'A.txt': 'there' } })
    const state = await align()
    expect(state.control).toMatchObject({ status: 'ready', last_verdict: { passed: true, tampered: false } })
    expect(loopPicture(state)).toContain('! the base case holds already, before any work')
  })

  it('is how much of it fails, when it does not', async () => {
    const { align } = world({ tree: { 'A.txt': 'there' }, plan: { atoms: atoms({ A: [], B: [] }) } })
    const state = await align()
    expect(progressOf(state)).toEqual({ failingChecks: 1, openAtoms: 2 })
    expect(loopPicture(state)).not.toContain('!')
  })

  it.each(['atoms', 'or_groups'])('is that no entry of %s can be named __proto__', async (field) => {
    const { loop } = world()
    const plan = JSON.parse(`{"${field}":{"__proto__":{"description":"lost"}}}`)
    await expect(loop.align(plan)).rejects.toMatchObject({ code: 'invalid_plan', field: `${field}.__proto__` })
  })
})

describe('landing', () => {
  it('takes what is completed', async () => {
    const { run, loop } = world()
    await run()
    expect(await loop.land()).toMatchObject({ status: 'landed' })
  })

  it('refuses what is not, says how it stands and what to do, and takes it when that is asked for', async () => {
    const { run, loop } = world({ scripts: { A: fails() } })
    await run()
    await expect(loop.land()).rejects.toMatchObject({
      ...{ code: 'loop_unfinished', field: 'unfinished' },
      message: expect.stringMatching(/halted \(exhausted\).*start\(\).*redirect\(\).*land\(\{ unfinished: true \}\)/),
    })
    expect(await loop.land({ unfinished: true })).toMatchObject({ status: 'landed' })
  })
})

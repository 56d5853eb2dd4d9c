import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { simulate } from './halting/simulate.js'
import { atoms, fails, file, world } from './world.js'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a large job', () => {
  it('of sixty groups in a chain ends, though the first choice of each tenth fails', async () => {
    const ids: Record<string, string[]> = {}
    const or_groups: Record<string, { choices: string[] }> = {}
    for (const index of numbers(60)) {
      const deps = index === 0 ? [] : [`g${index - 1}`]
      ids[`x${index}`] = deps
      ids[`y${index}`] = deps
      or_groups[`g${index}`] = { choices: [`x${index}`, `y${index}`] }
    }
    const { run } = world({
      plan: {
        atoms: atoms(ids),
        or_groups,
        base_case: file('x59.txt'),
        constraints: { max_iterations: 1000, max_attempts: 1 },
      },
      scripts: Object.fromEntries(numbers(6).map((index) => [`x${index * 10}`, fails()])),
    })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(state.trail.filter(({ type }) => type === 'or_switch')).toHaveLength(6)
  })

  it('of two hundred atoms that could all begin takes them by the places that there are', async () => {
    const ids = Object.fromEntries(numbers(200).map((index) => [`a${index}`, []]))
    const made = world({ plan: { atoms: atoms(ids), constraints: { max_parallel_agents: 40, max_iterations: 20 } } })
    const { status, state } = await made.run()
    expect(status).toBe('completed')
    expect(made.highWater).toBeLessThanOrEqual(40)
    expect(state.control.iteration).toBe(5)
  })

  it('of three thousand atoms in a row overflows no stack', async () => {
    const ids = Object.fromEntries(numbers(3000).map((index) => [`a${index}`, index === 0 ? [] : [`a${index - 1}`]]))
    const { run, launches } = world({ plan: { atoms: atoms(ids), constraints: { max_iterations: 1 } } })
    expect(await run()).toMatchObject({ code: 'iteration_limit' })
    expect(launches).toEqual(['a0'])
  })
})

describe('a model that only proposes nonsense', () => {
  it('ends the loop no later than the measure allows', async () => {
    const model = scriptedModel({ proposal: () => ({ text: 'I would rather not.' }) }, { repeatLast: true })
    const { run } = world({ scripts: { A: fails() }, options: { model } })
    expect(await run()).toMatchObject({ status: 'halted', code: 'exhausted' })
  })
})

it('a random world is the same for the same seed', () => {
  expect(simulate(7)).toEqual(simulate(7))
})

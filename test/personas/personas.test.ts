import { describe, expect, it } from 'vitest'
import { attempt, personas, type System, soundPersona } from './measure.js'
import { isLeftRight } from './task.js'
import { categories, tasks } from './tasks.js'

/** Most that a wrapper needs to show what it does. */
const seeds = [1, 2, 3]
const timeout = 120_000

const sound = (task: (typeof tasks)[number], system: System) =>
  attempt({ persona: soundPersona, system, task, seed: 0 })

const byLoop = new Map<string, ReturnType<typeof sound>>()

/** The bare loop with the solver, played once for all tests. */
function inBareLoop(task: (typeof tasks)[number]) {
  const found = byLoop.get(task.name) ?? sound(task, 'bare')
  byLoop.set(task.name, found)
  return found
}

describe('the tasks', () => {
  it('have names of their own, at least five for each category', () => {
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
    for (const category of categories) {
      expect(tasks.filter((task) => task.category === category).length, category).toBeGreaterThanOrEqual(5)
    }
  })

  it('are not done by doing nothing', () => {
    for (const task of tasks) {
      const { name, files, isRight } = task
      expect(isLeftRight(task, files, files) && (isRight?.("I don't know", files) ?? true), name).toBe(false)
    }
  })

  it('are not done when a file is gone', () => {
    for (const task of tasks) {
      const [, ...rest] = Object.entries(task.files)
      expect(isLeftRight(task, Object.fromEntries(rest), task.files), task.name).toBe(false)
    }
  })
})

describe('the solver', () => {
  /** `npm run bench:roles` plays every task in every depth. */
  it.each([
    ['every task', 'bare', tasks],
    ['every fifth task', 'lean', tasks.filter((_, index) => index % 5 === 0)],
    ['every fifth task', 'full', tasks.filter((_, index) => index % 5 === 1)],
  ] as const)('does %s right: %s', { timeout }, async (_, system, some) => {
    for (const task of some) {
      const { verdict, reason } = system === 'bare' ? await inBareLoop(task) : await sound(task, system)
      expect(verdict, `${task.name}: ${reason}`).toBe('right')
    }
  })
})

describe('each wrapper', () => {
  const wrappers = personas.filter((persona) => persona !== soundPersona)

  it.each(wrappers)('harms or delays the bare loop: %s', { timeout }, async (persona) => {
    expect(await firstHarm(persona)).not.toBeNull()
  })

  it('does the same again with the same seed', { timeout }, async () => {
    const task = tasks.find(({ name }) => name === 'append a line') ?? tasks[0]
    if (!task) throw new Error('no task')
    const trial = { persona: 'truncating writer', system: 'lean', task, seed: 2 } as const
    expect(await attempt(trial)).toEqual(await attempt(trial))
  })
})

async function firstHarm(persona: string): Promise<string | null> {
  for (const seed of seeds) {
    for (const task of tasks) {
      const { verdict, calls } = await attempt({ persona, system: 'bare', task, seed })
      if (verdict !== 'right') return `${task.name}: ${verdict}`
      if (calls > (await inBareLoop(task)).calls) return `${task.name}: ${calls} calls`
    }
  }
  return null
}

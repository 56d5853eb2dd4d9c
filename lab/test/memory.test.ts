import { describe, expect, test } from 'vitest'
import { families } from '../src/memory/kinds.js'
import { memoryTables } from '../src/memory/render.js'
import { runMemoryLab } from '../src/memory/run-memory-lab.js'
import { runSequence } from '../src/memory/run-sequence.js'
import { jackknife, sum } from '../src/memory/statistics.js'
import { type SystemName, systems } from '../src/memory/systems.js'
import { type Setting, sequenceLength, tasksOf } from '../src/memory/world.js'
import { nounIn } from '../src/whole/planning.js'

const setting = { family: families.tuning, kinds: 3, drift: true } as const

test.each([...families.tuning.kinds, ...families.heldOut.kinds])(
  'the planner finds the noun of $name in all words for it',
  (kind) => {
    for (const words of kind.wordings) expect(nounIn(words.replace('{month}', 'March'))).toBe(kind.noun)
  },
)

describe('a sequence', () => {
  test('is the same whenever it is asked for, and another one for another number', () => {
    const words = (sequence: number) => tasksOf(setting, sequence).map(({ plant }) => plant.words)
    expect(words(1)).toEqual(words(1))
    expect(words(1)).not.toEqual(words(2))
    expect(words(1)).toHaveLength(sequenceLength)
  })

  test('with drift has another right tool for every kind in its second half', () => {
    const rightTools = (phase: number) => {
      const tasks = tasksOf(setting, 1).filter((task) => task.phase === phase)
      const works = ({ plant }: (typeof tasks)[number]) =>
        plant.tools.filter((tool) =>
          plant.places.some((place) =>
            plant.levels.some((level) => plant.find({ tool, place, level }, 0.99) === 'right'),
          ),
        )
      return Object.fromEntries(tasks.map((task) => [task.kind.name, works(task)]))
    }
    const [before, after] = [rightTools(0), rightTools(1)]
    for (const [kind, tools] of Object.entries(after)) {
      expect(tools).toHaveLength(1)
      expect(tools).not.toEqual(before[kind])
    }
  })

  test('of a world that is mended finds each kind closed for a while, and open again', () => {
    const tasks = tasksOf({ ...setting, drift: false, mended: true }, 1)
    for (const kind of new Set(tasks.map((task) => task.kind))) {
      const closed = tasks.map(({ truth }, index) => (tasks[index]?.kind === kind ? truth.closed : undefined))
      expect(closed).toContain(null)
      expect(closed.some((how) => how === 'missing' || how === 'unavailable')).toBe(true)
    }
    const minutes = tasks.map(({ hoursBefore }) => 60 * hoursBefore)
    expect(Math.max(...minutes)).toBeLessThan(10)
  })

  test('gives the same counts whenever it is run', async () => {
    const run = () => runSequence({ ...setting, length: 4 }, 0, systems.measured)
    expect(await run()).toEqual(await run())
  })
})

test('the interval of a mean is that of its standard error', () => {
  const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length
  const { value, low, high } = jackknife([1, 2, 3, 4], mean)
  expect(value).toBe(2.5)
  expect(high - value).toBeCloseTo(1.96 * Math.sqrt(5 / 3 / 4), 12)
  expect(value - low).toBeCloseTo(high - value, 12)
})

/** `npm run lab:memory` asserts it over whole sequences. */
describe('in a short sequence', () => {
  /** The sums over some sequences: one alone says little. */
  async function played(more: Partial<Setting>, system: SystemName) {
    const run = (sequence: number) => runSequence({ ...setting, ...more, length: 20 }, sequence, systems[system])
    const results = [await run(0), await run(1)]
    const sumOf = (of: 'repeated' | 'solved' | 'calls') => sum(results.map((result) => result[of]))
    return { repeated: sumOf('repeated'), solved: sumOf('solved'), calls: sumOf('calls') }
  }

  test('the measured profile repeats fewer than half of the failures, and solves more with fewer calls', async () => {
    const [without, measured] = [await played({}, 'no memory'), await played({}, 'measured')]
    expect(measured.repeated).toBeLessThan(without.repeated / 2)
    expect(measured.solved).toBeGreaterThan(without.solved + 2)
    expect(measured.calls).toBeLessThan(without.calls)
  })

  test('of a world that is mended memory helps, and more than lists of what failed', async () => {
    const world = { drift: false, mended: true }
    const measured = await played(world, 'measured')
    for (const system of ['no memory', 'lists'] as const) {
      expect(measured.solved).toBeGreaterThan((await played(world, system)).solved + 1)
    }
  })
})

test('a setting without drift and one with it have a row for each system, and a part of the table', async () => {
  const results = await runMemoryLab({
    sequences: 1,
    families: ['tuning'],
    kinds: [3],
    systems: ['no memory', 'measured'],
    mended: false,
    length: 3,
  })
  const rows = results.rows.map(({ system, drift, sequences }) => [system, drift, sequences])
  expect(rows).toEqual([
    ['no memory', false, 2],
    ['measured', false, 2],
    ['no memory', true, 2],
    ['measured', true, 2],
  ])
  expect(memoryTables(results).memory).toContain('Tuning kinds, with drift')
})

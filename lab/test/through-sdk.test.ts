import { profileNames } from '@artoo/ggs'
import { describe, expect, test } from 'vitest'
import { runEpisode } from '../src/controller/episode.js'
import { tuningFamilies } from '../src/controller/plants/families.js'
import type { Family } from '../src/controller/plants/family.js'
import { plantOf } from '../src/controller/plants/plant.js'
import { solver } from '../src/controller/policies/solver.js'
import { runThrough } from '../src/through-sdk/run-through.js'
import { studyThroughSdk, throughSdkTable } from '../src/through-sdk/study.js'

const tasks = 6

function familyOf(name: string, others: Partial<Family> = {}): Family {
  const family = tuningFamilies.find((one) => one.name === name)
  if (!family) throw new RangeError(`no family ${name}`)
  return { ...family, ...others }
}

describe('a task of the simulation through the whole SDK', () => {
  test.each(profileNames)('mostly ends as in the simulation: %s', async (profile) => {
    let agreeing = 0
    for (let number = 0; number < tasks; number++) {
      const plant = plantOf(familyOf('mixed'), number)
      const { solved, rounds } = await runThrough(plant, profile)
      const episode = runEpisode(plant, solver(profile, { profile }))
      if (solved === episode.solved && rounds === episode.rounds) agreeing++
    }
    expect(agreeing).toBeGreaterThanOrEqual(tasks - 1)
  })

  test('ends alike for the same task', async () => {
    const plant = plantOf(familyOf('several subtasks'), 3)
    expect(await runThrough(plant, 'measured')).toEqual(await runThrough(plant, 'measured'))
  })

  test('goes back to a target that was down, where there is no other', async () => {
    const family = familyOf('mixed', {
      name: 'outage alone',
      causes: ['outage'],
      targets: [2, 2],
      subtasks: [1, 1],
      verdictErrors: 0,
      classErrors: 0,
      planner: { obedience: 1, stickiness: 1, reading: 1, aim: 1, recall: 1 },
    })
    for (let number = 0; number < 2; number++) {
      expect(await runThrough(plantOf(family, number), 'measured')).toMatchObject({ solved: true, rounds: 3 })
    }
  })
})

test('the study has a row for each family', async () => {
  const rows = await studyThroughSdk(1)
  expect(rows.map(({ family }) => family)).toContain('six subtasks')
  expect(throughSdkTable(rows).split('\n')).toHaveLength(rows.length + 2)
})

test('the table has a line for each family', () => {
  const [even, sure] = [
    { mean: 0.5, margin: 0.1 },
    { mean: -0.1, margin: 0.02 },
  ]
  const comparison = { through: even, simulated: even, more: sure, agree: 0.98, calls: 40 }
  const row = { family: 'mixed', tasks: 100, paper: comparison, measured: comparison, gain: sure, simulatedGain: sure }
  expect(throughSdkTable([row]).split('\n').at(-1)).toBe(
    '| mixed | 50.0 ± 10.0 | 50.0 | 98.0 | 40.0 | 50.0 ± 10.0 | 50.0 | 98.0 | 40.0 | −10.0 ± 2.0 | −10.0 ± 2.0 |',
  )
})

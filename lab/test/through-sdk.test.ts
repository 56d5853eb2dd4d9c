import { profileNames } from '@artoo/ggs'
import { describe, expect, test } from 'vitest'
import type { Attempted, Plant } from '../src/plants/plant.js'
import { naming } from '../src/through-sdk/naming.js'
import { runThrough } from '../src/through-sdk/run-through.js'
import { familyNamed, simulate, studyThroughSdk, throughSdkTable } from '../src/through-sdk/study.js'

const tasks = 8

/** A plant of one criterion and one part for each of these, whose planner obeys and whose judges are right. */
function plantOf(...parts: readonly (Plant['parts'][number]['attempt'] | null)[]): Plant {
  const done: Attempted = { met: [true], cause: null }
  return {
    seed: 1,
    roundMs: 10_000,
    personAnswers: 1,
    judge: { falsePass: 0, falseFail: 0, classErrors: 0 },
    planner: { obedience: 1, stickiness: 1, reading: 1, aim: 1, recall: 1 },
    parts: parts.map((attempt) => ({
      ...{ tools: 3, targets: 2, ways: 1, criteria: [{ basis: 'code', mode: 'verifiable' }] },
      first: { tool: 0, target: 0, way: 0, offset: 0 },
      fresh: () => 0,
      attempt: attempt ?? (() => done),
    })),
  }
}

const stopped = (cause: NonNullable<Attempted['cause']>, error: NonNullable<Attempted['error']>): Attempted => ({
  ...{ met: [false], cause, failed: true, error },
})
const right: Attempted = { met: [true], cause: null }

describe('a task of the simulation through the whole SDK', () => {
  test.each(profileNames)('mostly ends as in the simulation: %s', async (profile) => {
    const family = familyNamed('mixed')
    let agreeing = 0
    for (let number = 0; number < tasks; number++) {
      const { solved, rounds } = await runThrough(family.plant(number), profile)
      const episode = simulate(family, number, profile)
      if (solved === episode.solved && rounds === episode.rounds) agreeing++
    }
    expect(agreeing).toBeGreaterThanOrEqual(tasks - 2)
  })

  test('ends alike for the same task', async () => {
    const plant = familyNamed('several subtasks').plant(3)
    expect(await runThrough(plant, 'causes')).toEqual(await runThrough(plant, 'causes'))
  })

  test('waits where a service does not answer, also beside a part that needs another change', async () => {
    const service = plantOf((_, { pauses }) => (pauses > 0 ? right : stopped('outage', 'passing')))
    const beside = plantOf(
      (_, { pauses }) => (pauses > 0 ? right : stopped('outage', 'passing')),
      ({ tool }) => (tool > 0 ? right : { met: [false], cause: 'wrong_tool' }),
    )
    expect(await runThrough(service, 'causes')).toMatchObject({ solved: true, directives: ['wait', 'accept'] })
    expect(await runThrough(beside, 'causes')).toMatchObject({
      solved: true,
      directives: ['change_approach', 'accept'],
    })
  })

  test('brings about first what is missing', async () => {
    const plant = plantOf((_, { isPrepared }) =>
      isPrepared ? right : { ...stopped('not_yet', 'other'), changed: true },
    )
    expect(await runThrough(plant, 'causes')).toMatchObject({ solved: true, directives: ['again', 'accept'] })
  })

  test('asks a person for what only a person can give', async () => {
    const plant = plantOf((_, { isAnswered }) => (isAnswered ? right : stopped('no_access', 'denied')))
    expect(await runThrough(plant, 'causes')).toMatchObject({ solved: true, directives: ['ask', 'accept'] })
    expect(await runThrough({ ...plant, personAnswers: 0 }, 'causes')).toMatchObject({ reason: 'needs_answer' })
  })

  test('delivers the part that is done beside one that cannot be', async () => {
    const plant = plantOf(null, () => ({ met: [false], cause: 'wrong_tool', isImpossible: true }))
    expect(await runThrough(plant, 'causes')).toMatchObject({ solved: false, delivers: 'parts' })
  })
})

test('its judges never call their own verdict wrong', () => {
  for (const row of Object.values(naming)) expect(row.judged_wrongly).toBe(0)
})

test('the study has a row for each family', async () => {
  const rows = await studyThroughSdk(1)
  expect(rows.map(({ family }) => family)).toContain('some impossible')
  expect(throughSdkTable(rows).split('\n')).toHaveLength(rows.length + 2)
})

test('the table has a line for each family', () => {
  const [even, sure] = [
    { mean: 0.5, margin: 0.1 },
    { mean: -0.1, margin: 0.02 },
  ]
  const parts = { parts: 0.25, simulatedParts: 0.2 }
  const comparison = { through: even, simulated: even, more: sure, agree: 0.98, calls: 40, ...parts }
  const row = { family: 'mixed', tasks: 100, paper: comparison, causes: comparison, gain: sure, simulatedGain: sure }
  expect(throughSdkTable([row]).split('\n').at(-1)).toBe(
    '| mixed | 50.0 ± 10.0 | 50.0 | 98.0 | 40.0 | 25.0 | 20.0 | 50.0 ± 10.0 | 50.0 | 98.0 | 40.0 | −10.0 ± 2.0 | −10.0 ± 2.0 |',
  )
})

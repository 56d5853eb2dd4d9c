import { expect, it } from 'vitest'
import { families } from '../src/plants/held-out/index.js'
import type { Attempted, Choice, Moment, PartPlant, Plant } from '../src/plants/plant.js'

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const plants = families.flatMap((family) =>
  numbers.map((number) => ({ name: family.name, number, plant: family.plant(number) })),
)
const parts = plants.flatMap(({ plant, ...of }) => plant.parts.map((part, index) => ({ ...of, plant, part, index })))
/** The parts that are tried in many ways: of the first two plants of each family. */
const tried = parts.filter(({ number }) => number < 2)

const range = (length: number): readonly number[] => [...Array(length).keys()]

const choicesOf = ({ tools, targets, ways }: PartPlant): readonly Choice[] =>
  range(tools).flatMap((tool) =>
    range(targets).flatMap((target) =>
      range(ways).flatMap((way) => [0, 1].map((offset) => ({ tool, target, way, offset }))),
    ),
  )

const start = ({ parts }: Plant): Moment => ({
  ...{ round: 1, attempt: 1, sameChoice: 0, sameTool: 0 },
  ...{ done: parts.map(() => false), isPrepared: false, pauses: 0, isAnswered: false },
})

/** Moments from the first one, when nothing has happened, to late ones, when everything that can help has. */
const momentsOf = (plant: Plant): readonly Moment[] => [
  start(plant),
  ...range(8).flatMap((round) =>
    range(3).map((attempt) => ({
      ...{ round: round + 1, attempt: attempt + 1, sameChoice: round, sameTool: round },
      ...{ done: plant.parts.map(() => true), isPrepared: true, pauses: 3, isAnswered: true },
    })),
  ),
]

/** Moments in which some things have happened and others have not. */
const mixedMoments = (plant: Plant): readonly Moment[] =>
  range(16).map((bits) => ({
    ...{ round: 1 + (bits % 4), attempt: 1 + (bits % 2), sameChoice: bits % 3, sameTool: bits % 4, pauses: bits % 2 },
    done: plant.parts.map((_, index) => (bits + index) % 2 === 0),
    isPrepared: (bits & 4) !== 0,
    isAnswered: (bits & 8) !== 0,
  }))

const isDone = ({ met }: Attempted): boolean => met.every(Boolean)
const first = ({ part, plant }: { part: PartPlant; plant: Plant }): Attempted => part.attempt(part.first, start(plant))

it('has 24 families, each with a name of its own', () => {
  expect(families).toHaveLength(24)
  expect(new Set(families.map(({ name }) => name)).size).toBe(24)
})

it('gives the same plant for the same number, and another for another', () => {
  const known = ({ parts, ...traits }: Plant) => ({
    ...traits,
    parts: parts.map((part) => ({ ...part, fresh: range(8).map((eighth) => part.fresh(eighth / 8)), attempt: null })),
    attempts: parts.map((part) =>
      mixedMoments({ parts, ...traits }).map((moment) => part.attempt({ ...part.first, offset: 0 }, moment)),
    ),
  })
  for (const family of families) {
    expect(known(family.plant(3))).toEqual(known(family.plant(3)))
    expect(family.plant(3).seed).not.toBe(family.plant(4).seed)
  }
})

it('attempts without memory, judges each criterion, and names a cause exactly when one is unmet', () => {
  const wrong = tried.flatMap(({ name, plant, part, index }) =>
    choicesOf(part)
      .filter((_, at) => at % 7 === index)
      .flatMap((choice) =>
        mixedMoments(plant)
          .filter((_, at) => at % 4 === index)
          .filter((moment) => {
            const attempted = part.attempt(choice, moment)
            const again = part.attempt({ ...choice }, { ...moment })
            return (
              attempted.met.length !== part.criteria.length ||
              (attempted.cause === null) !== isDone(attempted) ||
              attempted.cause === 'judged_wrongly' ||
              (attempted.error !== undefined && attempted.failed !== true) ||
              JSON.stringify(again) !== JSON.stringify(attempted)
            )
          })
          .map((moment) => ({ name, index, choice, moment })),
      ),
  )
  expect(wrong).toEqual([])
})

it('has some choice and moment for each part that can be done, and none for the others', () => {
  const wrong = tried.filter(({ plant, part }) => {
    const choices = choicesOf(part)
    const canBeDone = momentsOf(plant).some((moment) => choices.some((choice) => isDone(part.attempt(choice, moment))))
    return canBeDone === (first({ part, plant }).isImpossible === true)
  })
  expect(wrong.map(({ name, index }) => `${name}: ${index}`)).toEqual([])
})

it.each([
  ['one of three is impossible', 3, 1],
  ['two of four are impossible', 4, 2],
])('%s', (name, count, impossible) => {
  for (const { plant } of plants.filter((one) => one.name === name)) {
    expect(plant.parts).toHaveLength(count)
    expect(plant.parts.filter((part) => first({ part, plant }).isImpossible)).toHaveLength(impossible)
  }
})

it('lets first choices be of what there is, and few first plans be right', () => {
  for (const { part } of parts) {
    expect(part.first.tool).toBeLessThan(part.tools)
    expect(part.first.target).toBeLessThan(part.targets)
    expect(part.first.way).toBeLessThan(part.ways)
  }
  const right = plants.filter(({ plant }) => plant.parts.every((part) => isDone(first({ part, plant }))))
  expect(right.length / plants.length).toBeLessThan(0.1)
  const several = parts.filter(({ plant }) => plant.parts.length > 1)
  const atOnce = several.filter((one) => isDone(first(one))).length / several.length
  expect(atOnce).toBeGreaterThan(0.1)
  expect(atOnce).toBeLessThan(0.2)
})

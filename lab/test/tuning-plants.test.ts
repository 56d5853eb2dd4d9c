import { describe, expect, it } from 'vitest'
import type { Choice, Moment, PartPlant, Plant } from '../src/plants/plant.js'
import { diceOf } from '../src/plants/tuning/drawing/dice.js'
import { families } from '../src/plants/tuning/index.js'
import { flake } from '../src/plants/tuning/obstacles/time.js'
import { draw, itemAt } from '../src/random.js'

const numbers = Array.from({ length: 6 }, (_, number) => number)

const upTo = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, value) => value)

function choicesOf(part: PartPlant): readonly Choice[] {
  const offsets = [...new Set([0, part.first.offset])]
  return upTo(part.tools - 1).flatMap((tool) =>
    upTo(part.targets - 1).flatMap((target) =>
      upTo(part.ways - 1).flatMap((way) => offsets.map((offset) => ({ tool, target, way, offset }))),
    ),
  )
}

const roundsAndAttempts = upTo(3).flatMap((before) => [1, 2].map((attempt) => ({ round: before + 1, attempt })))

/** Those that can come about in four rounds; nobody has answered where nobody does. */
function momentsOf({ parts, personAnswers }: Plant, part: number): readonly Moment[] {
  const answers = personAnswers > 0 ? [false, true] : [false]
  return roundsAndAttempts.flatMap(({ round, attempt }) =>
    [...new Set([0, round - 1])].flatMap((earlier) =>
      answers.flatMap((isAnswered) =>
        [false, true].map((isHelped) => ({
          round,
          attempt,
          sameChoice: earlier,
          sameTool: earlier,
          done: parts.map((_, other) => isHelped && other !== part),
          isPrepared: isHelped,
          pauses: isHelped ? round - 1 : 0,
          isAnswered,
        })),
      ),
    ),
  )
}

/** Pairs drawn from all, and the first plan. */
function samplesOf(part: PartPlant, moments: readonly Moment[], seed: number): readonly [Choice, Moment][] {
  const choices = choicesOf(part)
  return upTo(20).map((index) => [
    index % 3 === 0 ? part.first : itemAt(choices, draw(seed, 'choice', index)),
    itemAt(moments, draw(seed, 'moment', index)),
  ])
}

const firstMoment = ({ parts }: Pick<Plant, 'parts'>): Moment => ({
  round: 1,
  attempt: 1,
  sameChoice: 0,
  sameTool: 0,
  done: parts.map(() => false),
  isPrepared: false,
  pauses: 0,
  isAnswered: false,
})

const isDone = ({ met }: { readonly met: readonly boolean[] }) => met.every(Boolean)

describe('the families for tuning', () => {
  it('are 24, each with a name of its own', () => {
    expect(new Set(families.map(({ name }) => name)).size).toBe(24)
    expect(families).toHaveLength(24)
  })

  it('have 10 to 20 % of the parts of tasks with several right at once, and most first plans fail', () => {
    const plants = families.flatMap((family) => upTo(19).map((number) => family.plant(number)))
    const firsts = plants.map((plant) =>
      plant.parts.map((part) => isDone(part.attempt(part.first, firstMoment(plant)))),
    )
    const severals = firsts.filter(({ length }) => length > 1).flat()
    const share = severals.filter(Boolean).length / severals.length
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.2)
    expect(firsts.filter((parts) => parts.every(Boolean)).length / firsts.length).toBeLessThan(0.1)
  })

  it('leave no part without a chance, however often its calls fail', () => {
    const right: Choice = { tool: 0, target: 0, way: 0, offset: 0 }
    const isSpared = (seed: number) => {
      const sizes = { tool: 1, target: 1, way: 1 }
      const dice = diceOf(seed)
      const obstacle = flake([1, 1]).at({ dice, part: 0, criteria: 1, sizes, first: right, right, isRight: () => true })
      return roundsAndAttempts.some((slot) => obstacle(right, { ...firstMoment({ parts: [] }), ...slot }) === undefined)
    }
    expect(upTo(30).every(isSpared)).toBe(true)
  })

  describe.each(families.map((family) => [family.name, family] as const))('%s', (_, family) => {
    it('gives the same plant for the same number, and others for others', () => {
      for (const number of numbers) {
        const [one, two] = [family.plant(number), family.plant(number)]
        expect(JSON.stringify(one)).toBe(JSON.stringify(two))
        one.parts.forEach((part, index) => {
          const moment = firstMoment(one)
          expect(part.attempt(part.first, moment)).toEqual(two.parts[index]?.attempt(part.first, moment))
          expect(part.fresh(0.7)).toBe(two.parts[index]?.fresh(0.7))
        })
      }
      expect(new Set(numbers.map((number) => family.plant(number).seed)).size).toBe(numbers.length)
    })

    it('says purely and consistently what comes of a choice', () => {
      for (const number of numbers) {
        const plant = family.plant(number)
        plant.parts.forEach((part, index) => {
          const samples = samplesOf(part, momentsOf(plant, index), plant.seed)
          const all = () => samples.map(([choice, moment]) => part.attempt(choice, moment))
          const came = all()
          expect(all().reverse()).toEqual([...came].reverse())
          expect(came.every(({ met }) => met.length === part.criteria.length)).toBe(true)
          expect(came.filter((each) => isDone(each) !== (each.cause === null))).toEqual([])
        })
      }
    })

    it('has parts that some choice does, and impossible ones that none does', () => {
      const complaints: string[] = []
      for (const number of numbers) {
        const plant = family.plant(number)
        plant.parts.forEach((part, index) => {
          const moments = momentsOf(plant, index)
          const isImpossible = part.attempt(part.first, firstMoment(plant)).isImpossible ?? false
          const isDoable = choicesOf(part).some((choice) =>
            moments.some((moment) => isDone(part.attempt(choice, moment))),
          )
          if (isDoable === isImpossible) complaints.push(`${number}.${index}`)
        })
      }
      expect(complaints).toEqual([])
    })
  })
})

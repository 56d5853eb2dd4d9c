import { between, draw, hash, shuffled } from '../../../random.js'
import type { Family, JudgeTraits, PlannerTraits, Plant } from '../../plant.js'
import { partOf } from './part.js'
import type { Sketch } from './sketch.js'

const typicalPlanner: PlannerTraits = { obedience: 0.8, reading: 0.5, stickiness: 0.6, aim: 0.75, recall: 0.7 }
const typicalJudge: JudgeTraits = { falsePass: 0.05, falseFail: 0.05, classErrors: 0.15 }

export const familyOf = (sketch: Sketch): Family => ({
  name: sketch.name,
  plant: (number) => plantOf(sketch, hash('held out', sketch.name, number)),
})

function plantOf(sketch: Sketch, seed: number): Plant {
  const count = between(sketch.parts ?? [1, 3], draw(seed, 'parts'))
  const numbers = [...Array(count).keys()]
  const impossible = shuffled(numbers, seed, 'impossible').slice(0, sketch.impossibleParts ?? 0)
  const [least, most] = sketch.personAnswers ?? [0.3, 1]
  return {
    seed,
    parts: numbers.map((number) =>
      partOf(sketch, seed, {
        number,
        isOneOfSeveral: count > 1,
        isImpossible: impossible.includes(number),
        earlier: earlierOf(number, sketch.chained ?? 0, seed),
      }),
    ),
    roundMs: between(sketch.roundMs ?? [15_000, 45_000], draw(seed, 'round')),
    planner: { ...typicalPlanner, ...sketch.planner },
    judge: { ...typicalJudge, ...sketch.judge },
    personAnswers: least + (most - least) * draw(seed, 'person'),
  }
}

/** Mostly the part before it, sometimes the first. */
function earlierOf(number: number, chained: number, seed: number): number | null {
  if (number === 0 || draw(seed, 'chained', number) >= chained) return null
  return draw(seed, 'earlier', number) < 0.7 ? number - 1 : 0
}

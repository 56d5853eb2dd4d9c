import { hash } from '../../../random.js'
import type { Family, JudgeTraits, PlannerTraits } from '../../plant.js'
import { type Dice, diceOf, type Range } from '../drawing/dice.js'
import { isNever, partFrom } from './part.js'
import type { Sketch } from './sketch.js'

/** A family before its numbers are drawn. */
export interface Recipe {
  readonly name: string
  parts(dice: Dice): readonly Sketch[]
  readonly planner?: Partial<PlannerTraits>
  readonly judge?: Partial<JudgeTraits>
  /** @defaultValue [15_000, 45_000] */
  readonly roundMs?: Range
  /** Each as likely. @defaultValue [0.5, 0.8] */
  readonly personAnswers?: readonly number[]
}

const usualPlanner: PlannerTraits = { obedience: 0.8, reading: 0.5, stickiness: 0.6, aim: 0.75, recall: 0.7 }
const usualJudge: JudgeTraits = { falsePass: 0.05, falseFail: 0.05, classErrors: 0.15 }

/** Share of the parts of tasks with several that are right at once. */
const rightAtOnce = 0.15

export function familyFrom(recipe: Recipe): Family {
  const { name, parts, planner, judge, roundMs = [15_000, 45_000], personAnswers = [0.5, 0.8] } = recipe
  return {
    name,
    plant: (number) => {
      const seed = hash('tuning', name, number)
      const dice = diceOf(seed, 'task')
      const sketches = parts(dice)
      return {
        seed,
        parts: sketches.map((sketch, part) => {
          const isEasy = sketches.length > 1 && !isNever(sketch) && dice.happens(rightAtOnce, 'right at once', part)
          return partFrom(sketch, { dice: diceOf(seed, 'part', part), part, isRightAtOnce: isEasy })
        }),
        roundMs: dice.whole(roundMs, 'round'),
        planner: { ...usualPlanner, ...planner },
        judge: { ...usualJudge, ...judge },
        personAnswers: dice.oneOf(personAnswers, 'person'),
      }
    },
  }
}

/** So many parts, each like one of the sketches. */
export const someOf =
  (range: Range, sketches: readonly Sketch[]): Recipe['parts'] =>
  (dice) =>
    Array.from({ length: dice.whole(range, 'parts') }, (_, part) => dice.oneOf(sketches, 'sketch', part))

/** So many parts, each with the sketch of its place. */
export const inOrder =
  (range: Range, sketches: readonly Sketch[]): Recipe['parts'] =>
  (dice) =>
    sketches.slice(0, dice.whole(range, 'parts'))

/** So many possible and impossible parts, in any order. */
export const together =
  (possible: readonly [number, readonly Sketch[]], impossible: readonly [number, readonly Sketch[]]): Recipe['parts'] =>
  (dice) => {
    const drawn = [possible, impossible].flatMap(([count, sketches], group) =>
      Array.from({ length: count }, (_, part) => dice.oneOf(sketches, 'sketch', group, part)),
    )
    return dice.order(drawn, 'order')
  }

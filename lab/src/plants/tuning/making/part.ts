import { itemAt } from '../../../random.js'
import type { Attempted, Choice, CriterionPlant, Moment, PartPlant } from '../../plant.js'
import type { Dice } from '../drawing/dice.js'
import type { Hindrance, Obstacle } from '../obstacles/obstacle.js'
import type { Sketch } from './sketch.js'
import { truthFrom } from './truth.js'

interface Place {
  readonly dice: Dice
  readonly part: number
  /** The first plan of it is right, and nothing of the world is in the way. */
  readonly isRightAtOnce: boolean
}

interface Laid {
  readonly obstacle: Obstacle
  /** The criteria by number, those first that it spoils first. */
  readonly spoils: readonly number[]
}

/** A part from its sketch: its numbers are drawn, and its obstacles laid in a row. */
export function partFrom(sketch: Sketch, { dice, part, isRightAtOnce }: Place): PartPlant {
  const truth = truthFrom(sketch, dice, isRightAtOnce)
  const criteria = criteriaFrom(sketch, dice)
  const site = { dice, part, criteria: criteria.length, ...truth }
  const row = sketch.obstacles
    .filter(({ kind }) => !(isRightAtOnce && kind === 'world'))
    .map(
      (hurdle, index): Laid => ({
        obstacle: hurdle.at(site),
        spoils: dice.order([...criteria.keys()], 'spoiled first', index),
      }),
    )
  const never = isNever(sketch) ? { isImpossible: true } : {}
  const fresh = sketch.fresh ?? [0, 0, 0, 1, 1, 2]
  return {
    tools: truth.sizes.tool,
    targets: truth.sizes.target,
    ways: truth.sizes.way,
    criteria,
    first: truth.first,
    fresh: (at) => itemAt(fresh, at),
    attempt: (choice, moment) => ({ ...attempted(row, choice, moment), ...never }),
  }
}

export const isNever = ({ obstacles }: Sketch): boolean => obstacles.some(({ kind }) => kind === 'never')

function criteriaFrom({ criteria, byCode = 1 / 3 }: Sketch, dice: Dice): readonly CriterionPlant[] {
  return Array.from({ length: dice.whole(criteria ?? [1, 5], 'criteria') }, (_, index) => {
    if (dice.happens(byCode, 'basis', index)) return { basis: 'code', mode: 'verifiable' }
    return { basis: 'judge', mode: dice.happens(0.5, 'mode', index) ? 'verifiable' : 'plausible' }
  })
}

/** The first that still stands names the cause and shows; those behind it count as far as it lets the attempt get. */
function attempted(row: readonly Laid[], choice: Choice, moment: Moment): Attempted {
  const unmet = new Set<number>()
  let shown: Hindrance | undefined
  for (const { obstacle, spoils } of row) {
    const hindrance = obstacle(choice, moment)
    if (hindrance === undefined) continue
    shown ??= hindrance
    const count = Math.max(1, Math.round(hindrance.spoils * spoils.length))
    for (const criterion of spoils.slice(0, count)) unmet.add(criterion)
    if (hindrance.hides) break
  }
  const met = (row[0]?.spoils ?? []).map((_, criterion) => !unmet.has(criterion))
  return { met, cause: shown?.cause ?? null, ...shown?.sign }
}

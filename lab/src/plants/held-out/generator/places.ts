import { shuffled } from '../../../random.js'
import type { Choice, Moment } from '../../plant.js'
import type { Obstacle } from './obstacle.js'
import type { Site } from './site.js'
import type { Look, Place, Range } from './sketch.js'

/** The tools, targets or ways of a part. */
export interface Ground {
  readonly size: number
  /** One that is right at first. */
  readonly right: number
  /** One that never is. */
  readonly wrong: number
  isRight(number: number, round: number): boolean
}

interface GroundSketch {
  readonly size: number
  readonly spare: number
  readonly others: number
  readonly drifts: readonly Range[]
}

export function groundOf(place: Place, { size, spare, others, drifts }: GroundSketch, site: Site): Ground {
  const [right = 0, wrong = 0, ...rest] = shuffled([...Array(size).keys()], Math.floor(site.roll(place) * 2 ** 31))
  const spares = rest.filter((number, index) => index < others || site.roll('spare', place, number) < spare)
  const moves = drifts.map((range, index) => ({
    from: site.whole(range, 'drift', place, index),
    to: rest[index % rest.length] ?? right,
  }))
  return {
    size,
    right,
    wrong,
    isRight(number, round) {
      const moved = moves.findLast(({ from }) => round >= from)
      return moved ? number === moved.to : number === right || spares.includes(number)
    },
  }
}

const causes = { tool: 'wrong_tool', target: 'wrong_target', way: 'wrong_method' } as const

export function misplaced(place: Place, ground: Ground, look: Look, creeps: boolean, site: Site): Obstacle {
  const share = creeps ? 0.95 : site.within(look.share, 'share', place)
  const pace = creeps ? site.within([0.2, 0.35], 'pace', place) : 0
  return {
    layer: place,
    cause: causes[place],
    look,
    blocks: (choice, moment) =>
      ground.isRight(choice[place], moment.round) ? 0 : Math.max(0.01, share - pace * workedSoFar(place, moment)),
  }
}

const workedSoFar = (place: Place, { sameTool, sameChoice }: Moment): number =>
  place === 'tool' ? sameTool : sameChoice

export function mistuned(look: Look, isFlat: boolean, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'parameter')
  return {
    layer: 'parameter',
    cause: 'wrong_parameter',
    look,
    blocks: ({ offset }: Choice) => (offset === 0 ? 0 : isFlat ? share : Math.min(1, share * offset)),
  }
}

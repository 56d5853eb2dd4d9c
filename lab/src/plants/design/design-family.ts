import { between, draw, hash, itemAt } from '../../random.js'
import type { Attempted, Choice, Family, JudgeTraits, Moment, PartPlant, PlannerTraits } from '../plant.js'

/** What stands between a first plan and a right result. */
const obstacles = {
  wrong_tool: 'the tool cannot do it; another can',
  blocked_target: 'the call fails on this target; another one holds what is wanted',
  empty_target: 'the call works, but the target does not hold what is wanted; another does',
  near_miss: 'tool and target are right, a parameter is one or two steps off',
  flaky: 'tool and target are right, and three of four calls fail for no reason',
  deceptive: 'a wrong tool that meets more criteria from round to round, but never all',
  drifting: 'the right target moves on every second round',
  impossible: 'no tool can do it',
  outage: 'tool and target are right, and every call fails in the first two rounds',
  unmended: 'the call fails until this task has worked there for a round or two, or has prepared it',
  passing: 'for a round or two nothing answers, as the error says',
} as const

export type Obstacle = keyof typeof obstacles
type Range = readonly [least: number, most: number]

export interface DesignFamily {
  readonly name: string
  /** Which obstacles its subtasks may have, each as likely. */
  readonly obstacles: readonly Obstacle[]
  readonly subtasks: Range
  readonly tools: Range
  readonly targets: Range
  readonly criteria: Range
  /** Seconds that a round takes. */
  readonly seconds: Range
  readonly judge: JudgeTraits
  readonly planner: PlannerTraits
}

const draws = {
  ...{ subtasks: 1, seconds: 2, obstacle: 3, tools: 4, targets: 5, criteria: 6, mode: 7, right: 8, good: 9, habit: 10 },
  ...{ offset: 11, rounds: 12, basis: 13, flake: 21, shortfall: 22 },
} as const

export const familyOf = (family: DesignFamily): Family => ({
  name: family.name,
  plant(number) {
    const seed = hash('design', family.name, number)
    const count = between(family.subtasks, draw(seed, draws.subtasks))
    return {
      seed,
      parts: Array.from({ length: count }, (_, index) => partOf(family, seed, index)),
      roundMs: between(family.seconds, draw(seed, draws.seconds)) * 1_000,
      planner: family.planner,
      judge: family.judge,
      personAnswers: 0.7,
    }
  },
})

/** A new method is seldom used perfectly the first time. */
const fresh = (at: number) => (at < 0.7 ? 0 : at < 0.9 ? 1 : 2)

function partOf(family: DesignFamily, seed: number, index: number): PartPlant {
  const drawn = (purpose: keyof typeof draws, ...of: readonly number[]) => draw(seed, draws[purpose], index, ...of)
  const obstacle = itemAt(family.obstacles, drawn('obstacle'))
  const [tools, targets, size] = (['tools', 'targets', 'criteria'] as const).map((of) =>
    between(family[of], drawn(of)),
  ) as [number, number, number]
  const right = {
    tool: Math.floor(drawn('right') * tools),
    target: Math.floor(drawn('good') * targets),
    way: 0,
    offset: 0,
  }
  const isWrongTool = obstacle === 'wrong_tool' || obstacle === 'deceptive' || obstacle === 'impossible'
  const isElsewhere = obstacle === 'blocked_target' || obstacle === 'empty_target' || obstacle === 'drifting'
  const beside = (good: number, count: number, at: number) => (good + 1 + Math.floor(at * (count - 1))) % count
  const first: Choice = {
    tool: isWrongTool ? beside(right.tool, tools, drawn('habit')) : right.tool,
    target: isElsewhere ? beside(right.target, targets, drawn('habit', 1)) : right.target,
    way: 0,
    offset: obstacle === 'near_miss' ? 1 + Math.floor(drawn('offset') * 2) : 0,
  }
  const criteria = Array.from({ length: size }, (_, of) => ({
    basis: drawn('basis', of) < 0.33 ? ('code' as const) : ('judge' as const),
    mode: drawn('mode', of) < 0.6 ? ('verifiable' as const) : ('plausible' as const),
  }))
  const truth = { obstacle, right, size, targets, aWhile: 1 + Math.floor(drawn('rounds') * 2), drawn }
  return {
    tools,
    targets,
    ways: 1,
    criteria,
    first,
    fresh,
    attempt: (choice, moment) => attempted(truth, choice, moment),
  }
}

interface Truth {
  readonly obstacle: Obstacle
  readonly right: Choice
  readonly size: number
  readonly targets: number
  readonly aWhile: number
  readonly drawn: (purpose: keyof typeof draws, ...of: readonly number[]) => number
}

interface Tried {
  readonly truth: Truth
  readonly choice: Choice
  readonly moment: Moment
}

const met = (size: number, count: number) => Array.from({ length: size }, (_, index) => index < count)

function attempted(truth: Truth, choice: Choice, moment: Moment): Attempted {
  const { right, obstacle, size } = truth
  const tried = { truth, choice, moment }
  if (obstacle === 'impossible' || choice.tool !== right.tool) return withWrongTool(tried)
  const stop = stopOf(tried)
  if (stop) return { failed: true, met: met(size, 0), ...stop }
  if (choice.target !== targetIn(truth, moment)) return { met: met(size, 0), cause: 'wrong_target' }
  if (choice.offset === 0) return { met: met(size, size), cause: null }
  const missed = Math.ceil(size * Math.min(1, 0.4 * Math.abs(choice.offset)))
  return { met: met(size, size - missed), cause: 'wrong_parameter' }
}

/** A wrong tool meets less than half; one that deceives meets more from round to round, but never all. */
function withWrongTool({ truth: { obstacle, size, drawn }, choice, moment }: Tried): Attempted {
  const share =
    obstacle === 'deceptive' ? Math.min(0.8, 0.3 * (moment.sameTool + 1)) : 0.5 * drawn('shortfall', choice.tool)
  const wrong = { met: met(size, Math.min(size - 1, Math.floor(share * size))), cause: 'wrong_tool' as const }
  return obstacle === 'impossible' ? { ...wrong, isImpossible: true } : wrong
}

/** The failure of a call with the right tool; null for one that goes through. */
function stopOf({ truth, choice, moment }: Tried): Pick<Attempted, 'cause' | 'error' | 'changed'> | null {
  const { obstacle, aWhile, drawn } = truth
  const { round, attempt, sameChoice, pauses, isPrepared } = moment
  if (obstacle === 'passing' && round + pauses <= aWhile) return { cause: 'outage', error: 'passing' }
  if (obstacle === 'outage' && round + pauses <= 2) return { cause: 'outage' }
  if (drawn('flake', round, attempt) < (obstacle === 'flaky' ? 0.75 : 0.03)) return { cause: 'outage' }
  const isElsewhere = choice.target !== targetIn(truth, moment)
  if (isElsewhere) return obstacle === 'empty_target' ? null : { cause: 'wrong_target', error: 'missing' }
  const isUnmended = obstacle === 'unmended' && !isPrepared && sameChoice < aWhile
  return isUnmended ? { cause: 'not_yet', changed: true } : null
}

const targetIn = ({ obstacle, right, targets }: Truth, { round }: Moment) =>
  obstacle === 'drifting' ? (right.target + Math.floor((round - 1) / 2)) % targets : right.target

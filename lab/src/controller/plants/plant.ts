import { between, draw, hash, itemAt } from '../../random.js'
import type { Cause, Family } from './family.js'

/** The hidden truth of a subtask. Tools and targets are numbers from 0. */
export interface SubtaskPlant {
  readonly cause: Cause
  readonly tools: number
  readonly targets: number
  readonly modes: readonly ('verifiable' | 'plausible')[]
  /** Tools that can do it. */
  readonly rightTools: readonly number[]
  /** Targets that hold what is wanted; those that drift move on by one every second round. */
  readonly goodTarget: number
  /** Whether a target that isn't good fails the call, or quietly gives nothing. */
  readonly failsLoudly: boolean
  /** Share of calls that fail for no reason. */
  readonly flakiness: number
  /** Calls fail up to this round. */
  readonly downUntil: number
  /** The failure of such a call says that it will pass. */
  readonly isPassing: boolean
  /** Rounds of work with the right tool and target before calls go well: each changes the world after its call has failed. */
  readonly mending: number
  /** Judges take failures of the method for failures of the environment. */
  readonly mislabelled: boolean
  /** What the planner tries first. */
  readonly first: Choice
}

/** What a plan does about a subtask. */
export interface Choice {
  readonly tool: number
  readonly target: number
  /** Steps from the right parameter. */
  readonly offset: number
}

export interface Plant {
  readonly family: Family
  /** Of the task: a part of every chance that is taken in it. */
  readonly seed: number
  readonly subtasks: readonly SubtaskPlant[]
  /** Milliseconds that each round takes. */
  readonly roundMs: number
}

const draws = {
  subtasks: 1,
  seconds: 2,
  cause: 3,
  tools: 4,
  targets: 5,
  criteria: 6,
  mode: 7,
  right: 8,
  good: 9,
  habit: 10,
  offset: 11,
  rounds: 12,
} as const

/** Causes whose first plan has a wrong tool. */
const wrongFirst: readonly Cause[] = ['wrong_method', 'deceptive', 'impossible', 'two_ways', 'mislabelled']
/** Causes whose first plan has a wrong target. */
const elsewhereFirst: readonly Cause[] = ['blocked_target', 'drifting', 'empty_target']

/** The task of a number in a family. */
export function plantOf(family: Family, number: number): Plant {
  const seed = hash(family.name, number)
  const count = between(family.subtasks, draw(seed, draws.subtasks))
  const seconds = between(family.seconds, draw(seed, draws.seconds))
  const subtasks = Array.from({ length: count }, (_, index) => subtaskOf(family, seed, index))
  return { family, seed, subtasks, roundMs: seconds * 1_000 }
}

function subtaskOf(family: Family, seed: number, index: number): SubtaskPlant {
  const drawn = (purpose: keyof typeof draws, of = 0) => draw(seed, draws[purpose], index, of)
  const cause = itemAt(family.causes, drawn('cause'))
  const tools = between(family.tools, drawn('tools'))
  const targets = between(family.targets, drawn('targets'))
  const criteria = between(family.criteria, drawn('criteria'))
  const right = Math.floor(drawn('right') * tools)
  const goodTarget = Math.floor(drawn('good') * targets)
  const otherTool = (right + 1 + Math.floor(drawn('habit') * (tools - 1))) % tools
  const otherTarget = (goodTarget + 1 + Math.floor(drawn('habit', 1) * (targets - 1))) % targets
  const second = [0, 1, 2]
    .map((step) => (right + 1 + step) % tools)
    .find((tool) => tool !== otherTool && tool !== right)
  const missedBy = 1 + Math.floor(drawn('offset') * 2)
  const aWhile = 1 + Math.floor(drawn('rounds') * 2)
  return {
    cause,
    tools,
    targets,
    modes: Array.from({ length: criteria }, (_, of) => (drawn('mode', of) < 0.6 ? 'verifiable' : 'plausible')),
    rightTools: cause === 'impossible' ? [] : cause === 'two_ways' ? [right, second ?? right] : [right],
    goodTarget,
    failsLoudly: cause !== 'empty_target',
    flakiness: cause === 'flaky' ? 0.75 : 0.03,
    downUntil: cause === 'outage' ? 2 : cause === 'passing' ? aWhile : 0,
    isPassing: cause === 'passing',
    mending: cause === 'unmended' ? aWhile : 0,
    mislabelled: cause === 'mislabelled',
    first: {
      tool: wrongFirst.includes(cause) ? otherTool : right,
      target: elsewhereFirst.includes(cause) ? otherTarget : goodTarget,
      offset: cause === 'near_miss' ? missedBy : cause === 'far_miss' ? 3 : 0,
    },
  }
}

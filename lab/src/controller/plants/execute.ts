import type { FailureClass } from '@artoo/ggs'
import { draw } from '../../random.js'
import type { Choice, Plant, SubtaskPlant } from './plant.js'

/** What truly came of a choice. */
export interface Result {
  /** The call failed from outside. */
  readonly failed: boolean
  /** Its error says that it will pass, as a time limit does. */
  readonly passing?: boolean
  /** The round changed the world after it. */
  readonly lifted?: boolean
  /** By criterion. */
  readonly met: readonly boolean[]
  /** Why the others are not met; `null` when all are. */
  readonly failureClass: FailureClass | null
}

export interface Moment {
  /** 1 for the first. */
  readonly round: number
  readonly attempt: number
  /** Rounds in which the same tool was used before. */
  readonly sameTool: number
  /** Rounds in which it was used on the same target. */
  readonly sameChoice: number
}

const draws = { flake: 21, shortfall: 22, nearMissClass: 23 } as const

/** What comes of carrying out `choice` for the subtask of a number. */
export function execute(plant: Plant, index: number, choice: Choice, moment: Moment): Result {
  const subtask = plant.subtasks[index]
  if (subtask === undefined) throw new RangeError(`no subtask ${index}`)
  const size = subtask.modes.length
  const drawn = (purpose: keyof typeof draws, ...of: number[]) => draw(plant.seed, draws[purpose], index, ...of)
  if (!subtask.rightTools.includes(choice.tool))
    return short(
      size,
      metByWrongTool(subtask, moment, drawn('shortfall', choice.tool)),
      subtask.mislabelled ? 'environmental' : 'logical',
    )
  const isDown = moment.round <= subtask.downUntil
  if (isDown && subtask.isPassing) return { ...stopped(size), passing: true }
  if (isDown || drawn('flake', moment.round, moment.attempt) < subtask.flakiness) return stopped(size)
  if (choice.target !== goodTargetIn(subtask, moment.round)) {
    return subtask.failsLoudly ? stopped(size) : short(size, 0, 'environmental')
  }
  if (moment.sameChoice < subtask.mending) return { ...stopped(size), lifted: true }
  if (choice.offset === 0) return { failed: false, met: Array<boolean>(size).fill(true), failureClass: null }
  const missed = Math.ceil(size * Math.min(1, 0.4 * Math.abs(choice.offset)))
  return short(size, size - missed, drawn('nearMissClass') < 0.5 ? 'logical' : 'environmental')
}

export function goodTargetIn({ cause, goodTarget, targets }: SubtaskPlant, round: number): number {
  return cause === 'drifting' ? (goodTarget + Math.floor((round - 1) / 2)) % targets : goodTarget
}

/** A wrong tool meets less than half; one that deceives meets more from round to round, but never all. */
function metByWrongTool({ cause, modes }: SubtaskPlant, { sameTool }: Moment, at: number): number {
  const share = cause === 'deceptive' ? Math.min(0.8, 0.3 * (sameTool + 1)) : 0.5 * at
  return Math.min(modes.length - 1, Math.floor(share * modes.length))
}

function stopped(size: number): Result {
  return { failed: true, met: Array<boolean>(size).fill(false), failureClass: 'environmental' }
}

function short(size: number, met: number, failureClass: FailureClass): Result {
  return { failed: false, met: Array.from({ length: size }, (_, index) => index < met), failureClass }
}

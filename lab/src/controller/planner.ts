import type { Directive } from '@artoo/ggs'
import { itemAt } from '../random.js'
import type { Family } from './plants/family.js'
import type { Choice, SubtaskPlant } from './plants/plant.js'

/** What the planner is told about a subtask that failed, and must keep to. */
export interface Guidance {
  /** `null`: try again. */
  readonly directive: Directive | null
  readonly blockedTools: readonly number[]
  readonly isBlocked: (tool: number, target: number) => boolean
}

/** What it saw of the last attempt. */
export interface Seen {
  readonly failedCall: boolean
  /** Most of the failing criteria were called logical. */
  readonly logical: boolean
  /** Share of criteria that failed. */
  readonly share: number
}

type Move = 'tune' | 'target' | 'tool'

const moveOf: Partial<Record<Directive, Move>> = {
  refine: 'tune',
  change_path: 'target',
  change_approach: 'tool',
  break_symmetry: 'tool',
}

export interface Replanning {
  readonly subtask: SubtaskPlant
  readonly tried: readonly Choice[]
  readonly seen: Seen
  readonly guidance: Guidance
  readonly traits: Family['planner']
  /** A number in [0, 1) for a purpose. */
  readonly draw: (purpose: number) => number
}

const purposes = {
  obeys: 1,
  reads: 2,
  sticks: 3,
  reading: 4,
  tool: 5,
  target: 6,
  aim: 7,
  recalls: 8,
  idle: 9,
  offset: 10,
} as const

/** The next choice; `null` when everything is blocked. */
export function replan(replanning: Replanning): Choice | null {
  const { tried } = replanning
  const last = tried.at(-1)
  if (last === undefined) throw new RangeError('nothing was tried')
  return admissible(moved(last, moveFor(replanning), replanning), replanning)
}

function moveFor({ guidance, seen, traits, draw }: Replanning): Move {
  const ordered = guidance.directive && moveOf[guidance.directive]
  if (ordered && draw(purposes.obeys) < traits.obedience) return ordered
  if (draw(purposes.reads) < traits.reading) {
    if (seen.failedCall) return draw(purposes.reading) < 0.7 ? 'target' : 'tune'
    return seen.logical && seen.share > 0.5 ? 'tool' : 'tune'
  }
  if (draw(purposes.sticks) >= traits.stickiness) return 'tool'
  return draw(purposes.reading) < 0.5 ? 'tune' : 'target'
}

function moved(last: Choice, move: Move, { subtask, tried, traits, draw }: Replanning): Choice {
  const recalls = draw(purposes.recalls) < traits.recall
  switch (move) {
    case 'tune':
      return { ...last, offset: tuned(last.offset, traits.aim, draw) }
    case 'target': {
      const known = tried.filter(({ tool }) => tool === last.tool).map(({ target }) => target)
      const target = another(subtask.targets, recalls ? known : [last.target], last.target, draw(purposes.target))
      return { ...last, target }
    }
    case 'tool': {
      const known = tried.map(({ tool }) => tool)
      const tool = another(subtask.tools, recalls ? known : [last.tool], last.tool, draw(purposes.tool))
      return { ...last, tool, offset: freshOffset(draw) }
    }
    default:
      return move satisfies never
  }
}

/** A step the right way, or the wrong one; what is right already is mostly left alone. */
function tuned(offset: number, aim: number, draw: Replanning['draw']): number {
  if (offset === 0) return draw(purposes.idle) < 0.7 ? 0 : 1
  return draw(purposes.aim) < aim ? offset - Math.sign(offset) : offset + Math.sign(offset)
}

/** A new method is seldom used perfectly the first time. */
function freshOffset(draw: Replanning['draw']): number {
  const at = draw(purposes.offset)
  return at < 0.7 ? 0 : at < 0.9 ? 1 : 2
}

function another(count: number, avoided: readonly number[], last: number, at: number): number {
  const all = Array.from({ length: count }, (_, index) => index)
  const fresh = all.filter((one) => !avoided.includes(one))
  const others = all.filter((one) => one !== last)
  return itemAt(fresh.length > 0 ? fresh : others.length > 0 ? others : all, at)
}

/** The choice, or the nearest to it that is not blocked: another target, then another tool. */
function admissible(choice: Choice, { subtask, guidance, draw }: Replanning): Choice | null {
  const { blockedTools, isBlocked } = guidance
  const allTools = Array.from({ length: subtask.tools }, (_, index) => index)
  const targets = Array.from({ length: subtask.targets }, (_, index) => index)
  const free = allTools.filter((tool) => !blockedTools.includes(tool))
  const usable = (free.length > 0 ? free : allTools).filter((tool) =>
    targets.some((target) => !isBlocked(tool, target)),
  )
  if (usable.length === 0) return null
  const tool = usable.includes(choice.tool) ? choice.tool : itemAt(usable, draw(purposes.tool))
  const open = targets.filter((target) => !isBlocked(tool, target))
  const target = open.includes(choice.target) ? choice.target : itemAt(open, draw(purposes.target))
  const offset = tool === choice.tool ? choice.offset : freshOffset(draw)
  return { tool, target, offset }
}

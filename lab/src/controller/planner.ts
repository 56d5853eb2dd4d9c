import { type Cause, causes, type Directive } from '@artoo/ggs'
import type { Choice, PartPlant, PlannerTraits } from '../plants/plant.js'
import { itemAt } from '../random.js'

/** What the planner is told about a part that failed, and must keep to. */
export interface Guidance {
  /** `null`: try again. */
  readonly directive: Directive | null
  readonly blockedTools: readonly number[]
  readonly isBlocked: (tool: number, target: number) => boolean
  /** The cause as the judge put it into words; `null` where the planner is sent verdicts alone. */
  readonly words: Cause | null
}

/** What it saw of the last attempt. */
export interface Seen {
  readonly failedCall: boolean
  /** Most of the failing criteria were called logical. */
  readonly logical: boolean
  /** Share of criteria that failed. */
  readonly share: number
}

/** A plan for a part. */
export interface Plan {
  readonly choice: Choice
  /** What it does before: brings about what has to be there, pauses, or asks a person. */
  readonly first: 'prepare' | 'pause' | 'ask' | null
}

type Move = 'tune' | 'target' | 'tool' | 'way' | 'prepare' | 'pause' | 'ask' | 'same'

export interface Replanning {
  readonly part: PartPlant
  readonly tried: readonly Choice[]
  readonly seen: Seen
  readonly guidance: Guidance
  readonly traits: PlannerTraits
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
  way: 11,
} as const

/** The next plan; `null` when everything is blocked. */
export function replan(replanning: Replanning): Plan | null {
  const { tried } = replanning
  const last = tried.at(-1)
  if (last === undefined) throw new RangeError('nothing was tried')
  const move = moveFor(replanning)
  if (move === 'prepare' || move === 'pause' || move === 'ask') return { choice: last, first: move }
  const choice = admissible(moved(last, move, replanning), replanning)
  return choice && { choice, first: null }
}

function moveFor(replanning: Replanning): Move {
  const { guidance, seen, traits, draw } = replanning
  const { directive, words } = guidance
  const ordered = directive && moveOf(directive, replanning)
  if (ordered && draw(purposes.obeys) < traits.obedience) return ordered
  if (draw(purposes.reads) < traits.reading) {
    const meant = words && causes[words].mendedBy
    const read = meant && moveOf(meant, replanning)
    if (read) return read
    if (seen.failedCall) return draw(purposes.reading) < 0.7 ? 'target' : 'tune'
    return seen.logical && seen.share > 0.5 ? 'tool' : 'tune'
  }
  if (draw(purposes.sticks) >= traits.stickiness) return 'tool'
  return draw(purposes.reading) < 0.5 ? 'tune' : 'target'
}

/** The move that a directive asks for. Another method is another way, or often another tool; where there is one way it is another tool. */
function moveOf(directive: Directive, { part, draw }: Replanning): Move | null {
  switch (directive) {
    case 'refine':
      return 'tune'
    case 'change_path':
      return 'target'
    case 'change_approach':
      return 'tool'
    case 'break_symmetry':
      return part.ways > 1 && draw(purposes.way) < 0.5 ? 'way' : 'tool'
    case 'again':
      return 'prepare'
    case 'wait':
      return 'pause'
    case 'ask':
      return 'ask'
    case 'deliver':
      return 'same'
    case 'accept':
    case 'success':
    case 'abandon':
      return null
    default:
      return directive satisfies never
  }
}

function moved(last: Choice, move: 'tune' | 'target' | 'tool' | 'way' | 'same', replanning: Replanning): Choice {
  const { part, tried, traits, draw } = replanning
  const recalls = draw(purposes.recalls) < traits.recall
  const offset = part.fresh(draw(purposes.offset))
  const other = (of: 'tool' | 'target' | 'way', count: number) => {
    const beside = of === 'tool' ? tried : tried.filter(({ tool }) => tool === last.tool)
    return another(count, recalls ? beside.map((one) => one[of]) : [last[of]], last[of], draw(purposes[of]))
  }
  switch (move) {
    case 'same':
      return last
    case 'tune':
      return { ...last, offset: tuned(last.offset, traits.aim, draw) }
    case 'target':
      return { ...last, target: other('target', part.targets), offset: last.offset }
    case 'tool':
      return { ...last, tool: other('tool', part.tools), offset }
    case 'way':
      return { ...last, way: other('way', part.ways), offset }
    default:
      return move satisfies never
  }
}

/** A step the right way, or the wrong one; what is right already is mostly left alone. */
function tuned(offset: number, aim: number, draw: Replanning['draw']): number {
  if (offset === 0) return draw(purposes.idle) < 0.7 ? 0 : 1
  return draw(purposes.aim) < aim ? offset - Math.sign(offset) : offset + Math.sign(offset)
}

function another(count: number, avoided: readonly number[], last: number, at: number): number {
  const all = Array.from({ length: count }, (_, index) => index)
  const fresh = all.filter((one) => !avoided.includes(one))
  const others = all.filter((one) => one !== last)
  return itemAt(fresh.length > 0 ? fresh : others.length > 0 ? others : all, at)
}

/** The choice, or the nearest to it that is not blocked: another target, then another tool. */
function admissible(choice: Choice, { part, guidance, draw }: Replanning): Choice | null {
  const { blockedTools, isBlocked } = guidance
  const allTools = Array.from({ length: part.tools }, (_, index) => index)
  const targets = Array.from({ length: part.targets }, (_, index) => index)
  const free = allTools.filter((tool) => !blockedTools.includes(tool))
  const usable = (free.length > 0 ? free : allTools).filter((tool) =>
    targets.some((target) => !isBlocked(tool, target)),
  )
  if (usable.length === 0) return null
  const tool = usable.includes(choice.tool) ? choice.tool : itemAt(usable, draw(purposes.tool))
  const open = targets.filter((target) => !isBlocked(tool, target))
  const target = open.includes(choice.target) ? choice.target : itemAt(open, draw(purposes.target))
  const offset = tool === choice.tool ? choice.offset : part.fresh(draw(purposes.offset))
  return { ...choice, tool, target, offset }
}

import { type Key, pick, shuffled } from '../random.js'
import { findBy, type Plant, type Truth } from './plant.js'

export const causes = ['wrong_method', 'blocked_target', 'near_miss', 'flaky', 'slow', 'mixed'] as const
/** What stands between the habitual first try and the result. */
type Cause = (typeof causes)[number]

export interface PlantOptions {
  readonly cause: Cause
  readonly tools?: readonly string[]
  readonly places?: readonly string[]
  readonly levels?: readonly number[]
}

/** A plant with one cause of failure; the first tool is what a planner takes by habit. */
export function plantOf(options: PlantOptions, ...keys: readonly Key[]): Plant {
  const { cause, tools = ['fetch', 'query', 'scan', 'parse', 'render'] } = options
  const { places = ['main', 'mirror', 'archive'], levels = [1, 2, 3] } = options
  const [habitual = '', ...others] = tools
  const [first = '', second = '', ...rest] = shuffled(places, ...keys, 'places')
  const wrongMethod = cause === 'wrong_method' || cause === 'mixed'
  const isBlocked = cause === 'blocked_target' || cause === 'slow' || cause === 'mixed'
  const middle = levels[Math.floor(levels.length / 2)] ?? 1
  const truth: Truth = {
    rightTools: wrongMethod ? [pick(others, ...keys, 'tool') ?? habitual] : tools,
    blocked: isBlocked ? (cause === 'mixed' ? [first] : [first, second].slice(0, Math.max(1, places.length - 1))) : [],
    stale: cause === 'mixed' ? rest.slice(0, 1) : [],
    level: cause === 'near_miss' || cause === 'mixed' ? (pick(levels, ...keys, 'level') ?? middle) : middle,
    flaky: cause === 'flaky' ? 0.5 : 0,
  }
  return {
    name: cause,
    words: `Put together the overdue 'invoices' of March`,
    noun: 'invoices',
    tools,
    places,
    levels,
    find: findBy(cause === 'near_miss' ? { ...truth, level: otherThan(middle, levels, keys) } : truth),
    ...(cause === 'slow' && { callMs: 40_000 }),
  }
}

function otherThan(middle: number, levels: readonly number[], keys: readonly Key[]): number {
  return (
    pick(
      levels.filter((level) => level !== middle),
      ...keys,
      'level',
    ) ?? middle
  )
}

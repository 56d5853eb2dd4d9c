import type { Calibration, Constraint } from '@artoo/mkct'
import type { BlockedTarget, ToolBlock, ToolCaution } from '@artoo/runtime'
import type { MemoryProfile } from '../memory/memory-profile.js'
import type { PlanDirective } from '../messages/control.js'
import { oneLine } from '../prompts/one-line.js'
import { toolsSetAside } from './orders.js'

/**
 * The tools and targets that the next plan must not use: the controller's blocked sets (paper 5.4), and memory's MUST
 * NOT on pairs if the memory profile forbids.
 */
export interface Blocked {
  readonly tools: readonly string[]
  readonly targets: readonly ToolBlock[]
}

type Against = MemoryProfile['reads']['against']

/** The most blocked targets that a plan shows; all of them are refused. */
const mostTargets = 50
/** The most pairs that a round lists, from which refuted warnings are found. */
const mostPairs = 200

const toolPrefix = 'tool:'
const pathPrefix = 'path:'
const intentPrefix = 'intent:'

/**
 * Memory as the profile applies it: it warns. A profile that forbids, forbids pairs of tool and target and nothing
 * larger. Outcomes of an intent, and of tools at it, are lessons in any profile, for the user wants the intent.
 */
export function heeded({ mustNot, shouldPrefer, caution }: Calibration, against: Against): Calibration {
  const lessons = mustNot.filter(isIntent).map((constraint) => ({ ...constraint, text: badNews(constraint) }))
  const strict = mustNot.filter((constraint) => !isIntent(constraint))
  return {
    mustNot: against === 'forbid' ? strict : [],
    shouldPrefer: shouldPrefer.map(
      onTool((tool, { source, text }) => (source === 'rule' ? text : `use ${tool} for this; last time: ${text}`)),
    ),
    caution: [
      ...caution.map(onTool((tool, { text }) => `${tool} has worked and failed at this; last time: ${text}`)),
      ...(against === 'forbid' ? [] : strict),
      ...lessons,
    ],
  }
}

function badNews(constraint: Constraint): string {
  const { text } = constraint
  const tool = toolAtIntent(constraint)
  return tool === null ? `this was tried before and abandoned: ${text}` : `${tool} failed at this; last time: ${text}`
}

/** Rewords a constraint on a tool at an intent, and returns any other as it is. */
function onTool(told: (tool: string, constraint: Constraint) => string) {
  return (constraint: Constraint): Constraint => {
    const tool = toolAtIntent(constraint)
    return tool === null ? constraint : { ...constraint, text: told(tool, constraint) }
  }
}

/**
 * The blocked sets for the next plan. Tools that the controller sets aside are blocked, unless no tool would be left.
 */
export function blockedBy(
  calibration: Calibration,
  directive: PlanDirective | null,
  toolNames: readonly string[],
): Blocked {
  const { blockedTargets = [], blockedUntil: until = 'change' } = directive ?? {}
  const targets: readonly ToolBlock[] = [
    ...blockedTargets.map((pair) => ({ ...pair, until, why: null })),
    ...calibration.mustNot.flatMap((item) => forbiddenBy(item) ?? []),
  ]
  const distinct = new Map(targets.map((item) => [JSON.stringify([item.tool, item.target]), item]))
  return { tools: toolsSetAside(directive, toolNames), targets: [...distinct.values()] }
}

function forbiddenBy(constraint: Constraint): ToolBlock | null {
  const pair = targetOf(constraint)
  return pair && { ...pair, until: 'end', why: `experience says: ${said(constraint)}` }
}

/** The pairs of tool and target that memory warns of or forbids. */
export function pairsAgainst({ mustNot, caution }: Calibration): readonly BlockedTarget[] {
  return [...mustNot, ...caution].flatMap((constraint) => targetOf(constraint) ?? []).slice(0, mostPairs)
}

/**
 * The pairs under CAUTION, each with its lesson, if the profile has a person asked (paper 6.4: a confirmation gate). A
 * whole tool is not among them: its sum is made of its pairs, so that one bad file would have every call asked about.
 */
export function cautionsFor({ caution }: Calibration, against: Against): readonly ToolCaution[] {
  if (against === 'warn') return []
  return caution.flatMap((constraint) => {
    const pair = targetOf(constraint)
    return pair === null ? [] : [{ ...pair, reason: said(constraint) }]
  })
}

const unlessChanged = ' again before something has changed: it failed there'

/** The constraints in words. */
export function constraintTexts(
  { mustNot, shouldPrefer, caution }: Calibration,
  blocked: Blocked,
): Readonly<Record<keyof Calibration, readonly string[]>> {
  const unnamed = blocked.targets.length - mostTargets
  return {
    mustNot: [
      ...mustNot.map(said),
      ...blocked.tools.map((tool) => `use ${tool}`),
      ...blocked.targets
        .slice(0, mostTargets)
        .map(
          ({ tool, target, until }) => `use ${tool} on ${oneLine(target)}${until === 'change' ? unlessChanged : ''}`,
        ),
      ...(unnamed > 0 ? [`make one of ${unnamed} more calls that failed before: they are refused`] : []),
    ],
    shouldPrefer: shouldPrefer.map(said),
    caution: caution.map(said),
  }
}

/** The lessons for an executor, which has no memory of its own (paper 3.4); '' when there are none. */
export function experienceFor({ mustNot, shouldPrefer, caution }: Calibration): string {
  const lesson = (label: string) => (constraint: Constraint) => `${label}: ${said(constraint)}`
  const lines = [
    ...mustNot.map(lesson('Must not')),
    ...shouldPrefer.map(lesson('Prefer')),
    ...caution.map(lesson('Caution')),
  ]
  return lines.length > 0 ? ['From experience:', ...lines].join('\n') : ''
}

/** A lesson and its origin, on one line. */
function said({ text, origin }: Constraint): string {
  return origin === undefined ? oneLine(text) : `${oneLine(text)} (from ${oneLine(origin, 80)})`
}

const isIntent = ({ space }: Constraint) => space.startsWith(intentPrefix)

function toolAtIntent(constraint: Constraint): string | null {
  const { entity } = constraint
  return isIntent(constraint) && entity?.startsWith(toolPrefix) ? entity.slice(toolPrefix.length) : null
}

function targetOf({ space, entity }: Constraint): BlockedTarget | null {
  if (!space.startsWith(toolPrefix) || !entity?.startsWith(pathPrefix)) return null
  return { tool: space.slice(toolPrefix.length), target: entity.slice(pathPrefix.length) }
}

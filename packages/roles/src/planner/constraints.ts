import type { Calibration, Constraint } from '@artoo/mkct'
import type { BlockedTarget, ToolBlock, ToolCaution } from '@artoo/runtime'
import type { MemoryProfile } from '../memory-profiles.js'
import type { PlanDirective } from '../messages/control.js'
import { oneLine } from '../one-line.js'
import { toolsSetAside } from './orders.js'

/**
 * What the next plan must not touch: the controller's blocked sets (paper 5.4), and memory's MUST NOT on pairs where the memory
 * profile forbids.
 */
export interface Blocked {
  readonly tools: readonly string[]
  readonly targets: readonly ToolBlock[]
}

type Against = MemoryProfile['reads']['against']

/** Blocked targets that a plan is told; all of them are refused. */
const mostTargets = 50
/** Pairs that a round is told of, to tell what refuted a warning. */
const mostPairs = 200

const toolPrefix = 'tool:'
const pathPrefix = 'path:'
const intentPrefix = 'intent:'

/**
 * Memory as it is heeded: it warns. Where the profile forbids, it forbids pairs of tool and target and nothing larger. What became of an
 * intent, and how tools fared at it, are lessons in any profile, for it is the user who wants it.
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

/** In other words, if it is about a tool at an intent. */
function onTool(told: (tool: string, constraint: Constraint) => string) {
  return (constraint: Constraint): Constraint => {
    const tool = toolAtIntent(constraint)
    return tool === null ? constraint : { ...constraint, text: told(tool, constraint) }
  }
}

/** Tools that the controller sets aside are set aside, unless nothing were left to work with. */
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
 * The pairs under CAUTION, each with what experience says of it, where the profile has a person asked (paper 6.4: a confirmation gate).
 * A whole tool is not among them: its sum is made of its pairs, so that one bad file would have every call asked about.
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

/** What experience tells an executor, which has no memory of its own (paper 3.4); '' when it tells nothing. */
export function experienceFor({ mustNot, shouldPrefer, caution }: Calibration): string {
  const lesson = (label: string) => (constraint: Constraint) => `${label}: ${said(constraint)}`
  const lines = [
    ...mustNot.map(lesson('Must not')),
    ...shouldPrefer.map(lesson('Prefer')),
    ...caution.map(lesson('Caution')),
  ]
  return lines.length > 0 ? ['From experience:', ...lines].join('\n') : ''
}

/** What memory says and who told it, on one line. */
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

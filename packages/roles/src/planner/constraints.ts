import type { Calibration, Constraint } from '@artoo/mkct'
import type { BlockedTarget } from '@artoo/runtime'
import type { PlanDirective } from '../messages/control.js'
import { oneLine } from '../one-line.js'

/** What the next plan must not touch: memory's MUST NOT together with the controller's blocked sets (paper 5.4). */
export interface Blocked {
  readonly tools: readonly string[]
  readonly targets: readonly BlockedTarget[]
}

/** Blocked targets that a plan is told; all of them are refused. */
const mostTargets = 50

const toolPrefix = 'tool:'
const pathPrefix = 'path:'

/**
 * Memory's MUST NOT on a whole tool counts only while some other tool is left: experience may steer the agent but
 * never disarm it. What the controller sets aside is set aside, unless nothing were left to work with.
 */
export function blockedBy(
  calibration: Calibration,
  directive: PlanDirective | null,
  toolNames: readonly string[],
): Blocked {
  const fromController = directive?.blockedTools ?? []
  const fromMemory = calibration.mustNot.flatMap((constraint) => toolOf(constraint) ?? [])
  const tools = new Set([...fromController, ...fromMemory])
  const disarmed = toolNames.every((name) => tools.has(name))
  const targets = [...(directive?.blockedTargets ?? []), ...calibration.mustNot.flatMap((item) => targetOf(item) ?? [])]
  const distinct = new Map(targets.map((item) => [JSON.stringify([item.tool, item.target]), item]))
  const allSetAside = toolNames.every((name) => fromController.includes(name))
  const left = disarmed ? (allSetAside ? [] : fromController) : [...tools]
  return { tools: left, targets: [...distinct.values()] }
}

/** The constraints in words. A MUST NOT that isn't enforced, because it would disarm the agent, is a CAUTION. */
export function constraintTexts(
  { mustNot, shouldPrefer, caution }: Calibration,
  blocked: Blocked,
): Readonly<Record<keyof Calibration, readonly string[]>> {
  const isEnforced = (constraint: Constraint) => {
    const tool = toolOf(constraint)
    return tool === null || blocked.tools.includes(tool)
  }
  const unenforced = mustNot.filter((constraint) => !isEnforced(constraint))
  const unnamed = blocked.targets.length - mostTargets
  const texts = (constraints: readonly Constraint[]) => constraints.map(said)
  return {
    mustNot: [
      ...texts(mustNot.filter(isEnforced)),
      ...blocked.tools.map((tool) => `use ${tool}`),
      ...blocked.targets.slice(0, mostTargets).map(({ tool, target }) => `use ${tool} on ${oneLine(target)}`),
      ...(unnamed > 0 ? [`make one of ${unnamed} more calls that failed before: they are refused`] : []),
    ],
    shouldPrefer: texts(shouldPrefer),
    caution: texts([...caution, ...unenforced]),
  }
}

/** What experience tells an executor, which has no memory of its own (paper 3.4); '' when it tells nothing. */
export function experienceFor({ mustNot, shouldPrefer, caution }: Calibration): string {
  const lesson = (label: string) => (constraint: Constraint) =>
    constraint.source === 'law' ? [] : [`${label}: ${said(constraint)}`]
  const lines = [
    ...mustNot.flatMap(lesson('Must not')),
    ...shouldPrefer.flatMap(lesson('Prefer')),
    ...caution.flatMap(lesson('Caution')),
  ]
  return lines.length > 0 ? ['From experience:', ...lines].join('\n') : ''
}

/** What memory says and who told it, on one line. */
function said({ text, origin }: Constraint): string {
  return origin === undefined ? oneLine(text) : `${oneLine(text)} (from ${oneLine(origin, 80)})`
}

function toolOf({ space, entity }: Constraint): string | null {
  return space.startsWith(toolPrefix) && entity === null ? space.slice(toolPrefix.length) : null
}

function targetOf({ space, entity }: Constraint): BlockedTarget | null {
  if (!space.startsWith(toolPrefix) || !entity?.startsWith(pathPrefix)) return null
  return { tool: space.slice(toolPrefix.length), target: entity.slice(pathPrefix.length) }
}

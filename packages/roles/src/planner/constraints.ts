import type { Calibration, Constraint } from '@artoo/mkct'
import type { PlanDirective } from '../messages/control.js'
import type { BlockedTarget } from '../messages/plan.js'

/** What the next plan must not touch: memory's MUST NOT together with the controller's blocked sets (paper 5.4). */
export interface Blocked {
  readonly tools: readonly string[]
  readonly targets: readonly BlockedTarget[]
}

const toolPrefix = 'tool:'
const pathPrefix = 'path:'

/**
 * Memory's MUST NOT on a whole tool counts only while some other tool is left: experience may steer the agent but
 * never disarm it. What the controller blocks is blocked in any case.
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
  return {
    tools: disarmed ? fromController : [...tools],
    targets: [...(directive?.blockedTargets ?? []), ...calibration.mustNot.flatMap((item) => targetOf(item) ?? [])],
  }
}

function toolOf({ space, entity }: Constraint): string | null {
  return space.startsWith(toolPrefix) && entity === null ? space.slice(toolPrefix.length) : null
}

function targetOf({ space, entity }: Constraint): BlockedTarget | null {
  if (!space.startsWith(toolPrefix) || !entity?.startsWith(pathPrefix)) return null
  return { tool: space.slice(toolPrefix.length), target: entity.slice(pathPrefix.length) }
}

import type { Calibration, Constraint } from '@artoo/mkct'
import type { BlockedTarget, ToolCaution } from '@artoo/runtime'
import type { PlanDirective } from '../messages/control.js'
import { oneLine } from '../one-line.js'
import { toolsSetAside } from './orders.js'

/** What the next plan must not touch: memory's MUST NOT on pairs together with the controller's blocked sets (paper 5.4). */
export interface Blocked {
  readonly tools: readonly string[]
  readonly targets: readonly BlockedTarget[]
}

/** Blocked targets that a plan is told; all of them are refused. */
const mostTargets = 50

const toolPrefix = 'tool:'
const pathPrefix = 'path:'
const intentPrefix = 'intent:'

/**
 * Memory as it is heeded: it forbids pairs of tool and target and nothing larger. What it holds against a whole tool is a
 * caution, or one bad file would shut the tool for every task; what became of an intent, and how tools fared at it, are lessons, for
 * it is the user who wants it.
 */
export function heeded({ mustNot, shouldPrefer, caution }: Calibration): Calibration {
  const isTool = (constraint: Constraint) => toolOf(constraint) !== null
  const lessons = mustNot.filter(isIntent).map((constraint) => ({ ...constraint, text: badNews(constraint) }))
  return {
    mustNot: mustNot.filter((constraint) => !isTool(constraint) && !isIntent(constraint)),
    shouldPrefer: shouldPrefer.map(
      onTool((tool, { source, text }) => (source === 'rule' ? text : `use ${tool} for this; last time: ${text}`)),
    ),
    caution: [
      ...caution.map(onTool((tool, { text }) => `${tool} has worked and failed at this; last time: ${text}`)),
      ...mustNot.filter(isTool),
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
  const targets = [...(directive?.blockedTargets ?? []), ...calibration.mustNot.flatMap((item) => targetOf(item) ?? [])]
  const distinct = new Map(targets.map((item) => [JSON.stringify([item.tool, item.target]), item]))
  return { tools: toolsSetAside(directive, toolNames), targets: [...distinct.values()] }
}

/**
 * The pairs under CAUTION, each with what experience says of it (paper 6.4: a confirmation gate). A whole tool is not among
 * them: its sum is made of its pairs, so that one bad file would have every call asked about.
 */
export function cautionsFor({ caution }: Calibration): readonly ToolCaution[] {
  return caution.flatMap((constraint) => {
    const pair = targetOf(constraint)
    return pair === null ? [] : [{ ...pair, reason: said(constraint) }]
  })
}

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
      ...blocked.targets.slice(0, mostTargets).map(({ tool, target }) => `use ${tool} on ${oneLine(target)}`),
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

function toolOf({ space, entity }: Constraint): string | null {
  return space.startsWith(toolPrefix) && entity === null ? space.slice(toolPrefix.length) : null
}

function toolAtIntent(constraint: Constraint): string | null {
  const { entity } = constraint
  return isIntent(constraint) && entity?.startsWith(toolPrefix) ? entity.slice(toolPrefix.length) : null
}

function targetOf({ space, entity }: Constraint): BlockedTarget | null {
  if (!space.startsWith(toolPrefix) || !entity?.startsWith(pathPrefix)) return null
  return { tool: space.slice(toolPrefix.length), target: entity.slice(pathPrefix.length) }
}

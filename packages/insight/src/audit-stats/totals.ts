import type { RoleUsage } from '@artoo/runtime'
import { directionOf } from './decision-stats.js'
import type { AuditTotals, DecisionStats, TaskStats, ToolStats } from './schema.js'
import { noTools } from './tool-stats.js'
import { noVerdicts } from './verdict-stats.js'

type Counts = Readonly<Record<string, number>>

/** The sum, field by field. */
export function added<T extends Counts>(one: T, other: T): T {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...fields].map((field) => [field, (one[field] ?? 0) + (other[field] ?? 0)])) as T
}

const twentieths = 20

/** The sums over the tasks. */
export function totalsOf(tasks: readonly TaskStats[]): AuditTotals {
  const sum = (of: (task: TaskStats) => number) => tasks.reduce((total, task) => total + of(task), 0)
  const decisions = tasks.map(decisionsOf)
  return {
    tasks: tasks.length,
    ended: tasks.reduce<Counts>((ended, { end }) => (end ? added(ended, { [end.reason]: 1 }) : ended), {}),
    cutOff: sum(({ end }) => (end ? 0 : 1)),
    rounds: sum(({ rounds }) => rounds.length),
    replans: decisions.flat().filter(({ reason }) => reason === null).length,
    subtasks: sum(({ subtasks }) => subtasks),
    corrections: sum(({ corrections }) => corrections),
    directives: afterDirectives(decisions.flat()),
    successD: successD(decisions.flat()),
    law2: decisions.map(law2In).reduce(added, { fired: 0, fell: 0, stood: 0, rose: 0, unknown: 0 }),
    verdicts: tasks.reduce((total, { verdicts }) => added(total, verdicts), noVerdicts),
    tools: tasks.reduce((total, { tools }) => addedTools(total, tools), noTools),
    usage: tasks.reduce<AuditTotals['usage']>((total, { usage }) => addedUsage(total, usage), {}),
  }
}

const decisionsOf = ({ rounds }: TaskStats) => rounds.flatMap(({ decision }) => decision ?? [])

function afterDirectives(decisions: readonly DecisionStats[]): AuditTotals['directives'] {
  const after: AuditTotals['directives'] = {}
  for (const { directive, next } of decisions) {
    const before = after[directive] ?? { times: 0, fell: 0, stood: 0, rose: 0, none: 0 }
    const what = next ?? 'none'
    after[directive] = { ...before, times: before.times + 1, [what]: before[what] + 1 }
  }
  return after
}

function successD(decisions: readonly DecisionStats[]): number[] {
  const counts = Array.from({ length: twentieths }, () => 0)
  for (const { directive, D } of decisions) {
    // 0.15 is a little less than three twentieths in binary.
    const at = Math.min(twentieths - 1, Math.floor(D * twentieths + 1e-9))
    if (directive === 'success') counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** A task is abandoned for rising losses, which is no proof that D rose with them. */
function law2In(decisions: readonly DecisionStats[]): AuditTotals['law2'] {
  const none = { fired: 0, fell: 0, stood: 0, rose: 0, unknown: 0 }
  const killed = decisions.find(({ reason }) => reason === 'diverging')
  if (!killed) return none
  const before = decisions.find(({ round }) => round === killed.round - killed.worseningBefore - 1)
  const what = before ? directionOf(before.D, killed.D) : 'unknown'
  return { ...none, fired: 1, [what]: 1 }
}

function addedTools({ codes, ...one }: ToolStats, { codes: otherCodes, ...other }: ToolStats): ToolStats {
  return { ...added(one, other), codes: added(codes, otherCodes) }
}

function addedUsage(one: AuditTotals['usage'], other: AuditTotals['usage']): AuditTotals['usage'] {
  const sums = Object.entries(other).map(([role, spent]) => [role, withUsage(one[role], spent)])
  return { ...one, ...Object.fromEntries(sums) }
}

function withUsage(before: RoleUsage | undefined, { cost, ...spent }: RoleUsage): RoleUsage {
  if (!before) return { ...spent, cost }
  const { cost: costBefore, ...rest } = before
  return { ...added(rest, spent), cost: costBefore === null || cost === null ? null : costBefore + cost }
}

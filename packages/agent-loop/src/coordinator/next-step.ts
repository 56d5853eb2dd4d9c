import { applied } from '../state/applied.js'
import { atomIn } from '../state/edits.js'
import type { StateEvent } from '../state/events.js'
import { flowOf } from '../state/flow.js'
import { abandonedWith } from '../state/ground.js'
import { untried } from '../state/measure.js'
import { type Standing, standingOf } from '../state/standing.js'
import type { HaltCode, StateFile } from '../state/state-file.js'
import { collide } from './claims.js'
import { atomOfKey, type Strategy, strategyFor } from './strategy.js'
import { turningPoint } from './turning-point.js'

/** What the coordinator does next. Each makes the measure fall, or ends the loop. */
export type Move =
  | { readonly kind: 'launch'; readonly launches: readonly LaunchPlan[] }
  /** Its model is asked for the parts of an atom. */
  | { readonly kind: 'split'; readonly atom: string }
  /** Its model is asked which choice comes next. */
  | { readonly kind: 'choose'; readonly group: string }
  | { readonly kind: 'backtrack'; readonly group: string; readonly reason: string; readonly commits: readonly string[] }
  /** Its model is asked what is missing. */
  | { readonly kind: 'repair'; readonly reason: string; readonly deadEnd: string | null }
  | { readonly kind: 'end'; readonly code: HaltCode; readonly detail: string | null }

export interface LaunchPlan extends Strategy {
  readonly atom: string
}

export interface Step {
  /** What is settled without anybody else. */
  readonly events: readonly StateEvent[]
  readonly move: Move
}

export interface StepOptions {
  /** There is a model that may propose. */
  readonly proposes: boolean
  readonly at: string
}

/** Decides the next step: pure. */
export function nextStep(given: StateFile, options: StepOptions): Step {
  const events: StateEvent[] = []
  let state = given
  for (;;) {
    const standing = standingOf(state)
    const found = groupMove(state, standing, options) ?? stuckAtom(state, standing, options)
    if (found === null) return { events, move: laterMove(state, standing, options) }
    if ('kind' in found) return { events, move: found }
    for (const event of found) state = applied(state, event, options.at)
    events.push(...found)
  }
}

/** Groups without a choice get one: the one that a person insists on, else the model's, else the first. */
function groupMove(state: StateFile, standing: Standing, { proposes }: StepOptions): Move | StateEvent[] | null {
  const chosen: StateEvent[] = []
  for (const id of standing.openGroups) {
    const group = state.or_groups[id]
    if (!group || group.selected !== null || (group.speculative && group.forced === null)) continue
    const left = untried(group).filter((choice) => group.forced === null || choice === group.forced)
    const [first] = left
    if (first === undefined) continue
    const isBack = group.failed.length > 0
    if (proposes && isBack && left.length > 1) return { kind: 'choose', group: id }
    const reason = group.forced === null ? `the ${isBack ? 'next' : 'first'} in the list` : 'a person insists on it'
    chosen.push({ type: 'chosen', group: id, choice: first, reason })
  }
  return chosen.length > 0 ? chosen : null
}

/** What nothing can be tried with as it is: split, or given up. */
function stuckAtom(
  state: StateFile,
  { open, isReady }: Standing,
  { proposes }: StepOptions,
): Move | StateEvent[] | null {
  const tried = new Set(state.strategies_tried.map(atomOfKey))
  const stuck = open.find((id) => {
    const isNew = !tried.has(id) && (state.atoms[id]?.attempts ?? 0) < state.objective.constraints.max_attempts
    return !isNew && isReady(id) && strategyFor(state, id) === null
  })
  if (stuck === undefined) return null
  const { rank, notes } = atomIn(state, stuck)
  if (proposes && rank > 0) return { kind: 'split', atom: stuck }
  return [{ type: 'atom_failed', atom: stuck, reason: notes.at(-1) ?? 'nothing is left to try' }]
}

function laterMove(state: StateFile, standing: Standing, options: StepOptions): Move {
  const ends = deadEnds(state, standing)
  return backtrack(state, ends) ?? launches(state, standing) ?? lastMove(state, standing, ends, options)
}

/** Failed atoms, and groups of which every choice failed. */
function deadEnds(state: StateFile, { open, openGroups }: Standing): readonly string[] {
  const groups = openGroups.filter((id) => {
    const group = state.or_groups[id]
    return (
      group?.selected === null && !untried(group).some((choice) => group.forced === null || choice === group.forced)
    )
  })
  return [...open.filter((id) => state.atoms[id]?.status === 'failed'), ...groups]
}

function backtrack(state: StateFile, ends: readonly string[]): Move | null {
  if (ends.length === 0) return null
  const flow = flowOf(state)
  for (const end of ends) {
    const group = turningPoint(state, flow, end)
    const choice = group === null ? null : state.or_groups[group]?.selected
    if (group === null || !choice) continue
    const commits = abandonedWith(state, flow, choice).flatMap((id) => state.bindings[id]?.commit ?? [])
    return { kind: 'backtrack', group, reason: `${end} is at a dead end`, commits: [...new Set(commits)] }
  }
  return null
}

/** As many as may run beside each other. Choices of one group may claim the same, since only one of them is kept. */
function launches(state: StateFile, { open, isReady }: Standing): Move | null {
  const batch: LaunchPlan[] = []
  for (const id of open) {
    if (batch.length >= state.objective.constraints.max_parallel_agents) break
    if (!isReady(id)) continue
    const atom = atomIn(state, id)
    const isApart = batch.every((other) => {
      const beside = atomIn(state, other.atom)
      const isRival = atom.group !== null && atom.group === beside.group
      return isRival || other.role === 'probe' || !collide(atom, beside)
    })
    if (!isApart && !atom.explore) continue
    const strategy = strategyFor(state, id)
    if (strategy && (isApart || strategy.role === 'probe')) batch.push({ atom: id, ...strategy })
  }
  return batch.length > 0 ? { kind: 'launch', launches: batch } : null
}

function lastMove(state: StateFile, standing: Standing, ends: readonly string[], { proposes }: StepOptions): Move {
  const { repairs_left, last_verdict: verdict } = state.control
  const end = (code: HaltCode, detail: string | null): Move => ({ kind: 'end', code, detail })
  if (!standing.isAllResolved && ends.length === 0)
    return end('deadlock', `nothing can begin: ${standing.open.join(', ')}`)
  const isOpen = standing.isAllResolved && verdict?.passed === null
  if (isOpen) return end('awaiting_confirmation', verdict.evidence)
  const reason = standing.isAllResolved ? (verdict?.evidence ?? '') : `dead ends: ${ends.join(', ')}`
  const deadEnd = standing.isAllResolved ? null : failedLeaf(state, ends[0] as string)
  if (proposes && repairs_left > 0) return { kind: 'repair', reason, deadEnd }
  if (!standing.isAllResolved) return end('exhausted', reason)
  return end(verdict?.tampered ? 'tampered' : 'verification_unreachable', reason)
}

/** Where the failure is: in a group its last choice, of what was split the part that failed. */
function failedLeaf(state: StateFile, id: string): string {
  const inside = state.or_groups[id]?.failed.at(-1) ?? state.atoms[id]?.children.find((part) => isFailed(state, part))
  return inside === undefined ? id : failedLeaf(state, inside)
}

function isFailed(state: StateFile, id: string): boolean {
  const group = state.atoms[id]?.group
  if (!group) return state.atoms[id]?.status === 'failed'
  return state.or_groups[group]?.failed.at(-1) === id
}

import { applied } from '../state/applied.js'
import { atomIn } from '../state/edits.js'
import type { StateEvent } from '../state/events.js'
import { abandonedWith } from '../state/ground.js'
import type { GraphShape } from '../state/shape.js'
import { isRace, standingOf } from '../state/standing.js'
import type { Atom, HaltCode, OrGroup, StateFile } from '../state/state-file.js'
import { choicesLeft } from './choices-left.js'
import { collide } from './claims.js'
import { failedLeaf } from './failed-leaf.js'
import { groupMove } from './group-move.js'
import type { LaunchPlan, Move } from './move.js'
import { atomOfKey, strategyFor } from './strategy.js'
import { turningPoint } from './turning-point.js'
import type { StepOptions, StepView } from './view.js'

export interface NextStep {
  /** The events that need no answer from anyone. */
  readonly events: readonly StateEvent[]
  readonly move: Move
}

/** Decides the next step: pure. */
export function nextStep(given: StateFile, shape: GraphShape, options: StepOptions): NextStep {
  const events: StateEvent[] = []
  let state = given
  for (;;) {
    const view = { ...options, state, shape, standing: standingOf(state, shape.order) }
    if (view.standing.due.length > 0) return { events, move: { kind: 'verify' } }
    const found = groupMove(view) ?? stuckAtoms(view)
    if (found === null) return { events, move: laterMove(view) }
    if ('kind' in found) return { events, move: found }
    for (const event of found) state = applied(state, event, options.at)
    events.push(...found)
  }
}

/** Splits or gives up atoms for which no strategy is left. One of several that race isn't worth a split. */
function stuckAtoms({ state, shape, standing, proposes }: StepView): Move | StateEvent[] | null {
  const tried = new Set(state.strategies_tried.map(atomOfKey))
  const { max_attempts } = state.objective.constraints
  const given: StateEvent[] = []
  for (const id of standing.open) {
    const { attempts, rank, notes, group } = atomIn(state, id)
    const isNew = attempts < max_attempts && !tried.has(id)
    if (isNew || !standing.isReady(id) || strategyFor(state, shape.flow, id) !== null) continue
    const races = group !== null && isRace(state, state.or_groups[group] as OrGroup)
    if (proposes && rank > 0 && !races) return { kind: 'split', atom: id }
    given.push({ type: 'atom_failed', atom: id, reason: notes.at(-1) ?? 'nothing is left to try' })
    if (races) break
  }
  return given.length > 0 ? given : null
}

function laterMove(view: StepView): Move {
  const ends = deadEnds(view)
  return backtrack(view, ends) ?? launches(view) ?? lastMove(view, ends)
}

/** Failed atoms, and groups of which every choice failed. */
function deadEnds(view: StepView): readonly string[] {
  const { state, standing } = view
  const groups = standing.openGroups.filter((id) => {
    const group = state.or_groups[id] as OrGroup
    return group.selected === null && choicesLeft(view, group).length === 0
  })
  return [...standing.open.filter((id) => atomIn(state, id).status === 'failed'), ...groups]
}

function backtrack(view: StepView, ends: readonly string[]): Move | null {
  const { state, shape } = view
  for (const end of ends) {
    const group = turningPoint(state, shape.flow, end, (other) => choicesLeft(view, other).length > 0)
    const choice = group === null ? null : state.or_groups[group]?.selected
    if (group === null || !choice) continue
    const commits = abandonedWith(state, shape.flow, choice).flatMap((id) => state.bindings[id]?.commit ?? [])
    return { kind: 'backtrack', group, reason: whyOf(state, end), commits: [...new Set(commits)] }
  }
  return null
}

/** Why it is a dead end, for people and for whoever chooses next. */
function whyOf({ atoms, or_groups: groups }: StateFile, end: string): string {
  const failed = groups[end]?.failed
  if (failed) return `${end}: none of its choices is left (${failed.join(', ')})`
  return `${end}: ${atoms[end]?.notes.at(-1) ?? 'nothing is left to try'}`
}

/** As many as may run beside each other. Choices that race may claim the same, since only one of them is kept. */
function launches({ state, shape, standing: { open, isReady } }: StepView): Move | null {
  const batch: (LaunchPlan & { readonly claim: Atom })[] = []
  for (const id of open) {
    if (batch.length >= state.objective.constraints.max_parallel_agents) break
    if (!isReady(id)) continue
    const claim = atomIn(state, id)
    const isRival = (other: Atom) => claim.group !== null && claim.group === other.group
    const isApart = batch.every(
      (other) => other.role === 'probe' || isRival(other.claim) || !collide(claim, other.claim),
    )
    if (!isApart && !claim.explore) continue
    const strategy = strategyFor(state, shape.flow, id)
    if (strategy && (isApart || strategy.role === 'probe')) batch.push({ atom: id, ...strategy, claim })
  }
  if (batch.length === 0) return null
  return { kind: 'launch', launches: batch.map(({ atom, role, key }) => ({ atom, role, key })) }
}

function lastMove({ state, standing, proposes }: StepView, ends: readonly string[]): Move {
  const { repairs_left, last_verdict: verdict, halt_detail: impossible } = state.control
  const end = (code: HaltCode, why: string): Move => {
    const detail = impossible === null ? why : `${why}. The model sees no way: ${impossible}`
    return { kind: 'end', code, detail }
  }
  if (!standing.isAllResolved && ends.length === 0)
    return end('deadlock', `nothing can begin: ${[...standing.open, ...standing.openGroups].join(', ')}`)
  const isOpen = standing.isAllResolved && verdict?.passed === null
  if (isOpen) return end('awaiting_confirmation', verdict.evidence)
  const mayRepair = proposes && repairs_left > 0 && impossible === null
  if (standing.isAllResolved) {
    const reason = verdict?.evidence ?? ''
    if (mayRepair) return { kind: 'repair', reason, deadEnd: null }
    return end(verdict?.tampered ? 'tampered' : 'verification_unreachable', reason)
  }
  const reason = `dead ends: ${ends.map((id) => whyOf(state, id)).join('; ')}`
  const deadEnd = ends.map((id) => failedLeaf(state, id)).find((leaf) => leaf !== null)
  return mayRepair && deadEnd ? { kind: 'repair', reason, deadEnd } : end('exhausted', reason)
}

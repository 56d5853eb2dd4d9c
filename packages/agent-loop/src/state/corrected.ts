import { alignmentHash, isAsAgreed } from './alignment-hash.js'
import {
  anew,
  atomIn,
  groupIn,
  landedAll,
  replaced,
  withAnew,
  withAtom,
  withGroup,
  withNodes,
  without,
} from './edits.js'
import type { CourseChange, GraphOperation, StateEvent } from './events.js'
import { flowOf } from './flow.js'
import { abandonedWith, behindOf, freed, reopened, withParts } from './ground.js'
import { resolvedAbove } from './resolved-above.js'
import type { Correction, StateFile, TrailEntry } from './state-file.js'

/** The state after a person changed the course. It begins an epoch, in which what was tried may be tried again. */
export function corrected(state: StateFile, event: Extract<StateEvent, { type: 'corrected' }>, at: string): StateFile {
  const { change, head, residual } = event
  const { control } = state
  const correction = { timestamp: at, type: change.type, description: change.description, trail_cleared: false }
  const next: StateFile = {
    ...takenUp(unbound(landedAll(state), lostBy(state, change))),
    head: head ?? state.head,
    residual_effects: [...state.residual_effects, ...residual],
    epoch: state.epoch + 1,
    strategies_tried: [],
    control: {
      ...control,
      redirect_requested: false,
      // On another course there may be a way. At rest it says why the loop halted, until that is started again.
      ...(control.status === 'redirecting' && { status: 'running', halt_detail: null }),
    },
    corrections: [...state.corrections, correction],
  }
  switch (change.type) {
    case 'objective_change':
      return realigned(next, change.objective, { ...correction, trail_cleared: true })
    case 'constraint_change':
      return constrained(next, change.constraints)
    case 'dag_adjustment': {
      const entry = { type: 'user_correction', at, epoch: next.epoch, description: change.description } as const
      const trail: TrailEntry[] = [...next.trail, { ...entry, ops: [...change.operations] }]
      return freed(change.operations.reduce(adjusted, { ...next, trail }))
    }
    case 'bindings_override':
      return overridden(next, change, correction)
    default:
      return change satisfies never
  }
}

/** The atoms whose work a change makes void, the latest first. */
export function lostBy(state: StateFile, change: CourseChange): readonly string[] {
  const flow = flowOf(state)
  if (change.type === 'bindings_override') return behindOf(state, flow, change.atom).atoms
  if (change.type !== 'dag_adjustment') return []
  const lost = change.operations.flatMap((operation) => {
    if (operation.op === 'remove') return abandonedWith(state, flow, operation.atom)
    const selected = operation.op === 'force' ? state.or_groups[operation.group]?.selected : null
    return operation.op === 'force' && selected && selected !== operation.choice
      ? abandonedWith(state, flow, selected)
      : []
  })
  return [...new Set(lost)]
}

function unbound(state: StateFile, lost: readonly string[]): StateFile {
  if (lost.length === 0) return state
  return {
    ...state,
    atoms: withAnew(state.atoms, lost),
    bindings: without(state.bindings, lost),
  }
}

/** Lets failed atoms be tried again, except choices that a group has given up. */
function takenUp(state: StateFile): StateFile {
  const again = Object.entries(state.atoms).flatMap(([id, atom]) => {
    const isOut = atom.group !== null && groupIn(state, atom.group).failed.includes(id)
    return atom.status === 'failed' && !isOut ? [[id, { ...anew(atom), notes: atom.notes }] as const] : []
  })
  return { ...state, atoms: replaced(state.atoms, again) }
}

const unconfirmed = {
  status: 'ready',
  last_verdict: null,
  halt_code: 'alignment_missing',
  halt_detail: 'the objective was changed: confirm it by align',
} as const satisfies Partial<StateFile['control']>

function realigned(
  state: StateFile,
  objective: Extract<CourseChange, { type: 'objective_change' }>['objective'],
  correction: Correction,
): StateFile {
  const groups = Object.entries(state.or_groups).map(([id, group]) => [id, { ...group, failed: [] }])
  return {
    ...takenUp({ ...state, or_groups: Object.fromEntries(groups) }),
    objective: { ...state.objective, ...objective, aligned: null },
    trail: [],
    corrections: [...state.corrections.slice(0, -1), correction],
    control: { ...state.control, ...unconfirmed },
  }
}

function constrained(
  state: StateFile,
  changes: Extract<CourseChange, { type: 'constraint_change' }>['constraints'],
): StateFile {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const constraints = { ...state.objective.constraints, ...Object.fromEntries(given) }
  const objective = { ...state.objective, constraints }
  const { aligned } = objective
  // An objective that was edited before stays unagreed.
  const isAgreed = aligned !== null && isAsAgreed(state.objective)
  const more = constraints.max_repairs - state.objective.constraints.max_repairs
  return {
    ...state,
    objective: isAgreed ? { ...objective, aligned: { ...aligned, hash: alignmentHash(objective) } } : objective,
    control: { ...state.control, repairs_left: Math.max(0, state.control.repairs_left + more) },
  }
}

/** One operation of several, which build on each other. */
export function adjusted(state: StateFile, operation: GraphOperation): StateFile {
  switch (operation.op) {
    case 'add':
      return added(state, operation)
    case 'remove':
      return removed(state, operation.atom)
    case 'force': {
      const group = groupIn(state, operation.group)
      const selected = group.selected === operation.choice ? group.selected : null
      const failed = group.failed.filter((choice) => choice !== operation.choice)
      const forced = { ...group, forced: operation.choice, selected, failed }
      const atom = atomIn(state, operation.choice)
      return {
        ...state,
        atoms: { ...state.atoms, [operation.choice]: selected === null ? anew(atom) : atom },
        or_groups: { ...state.or_groups, [operation.group]: forced },
      }
    }
    default:
      return operation satisfies never
  }
}

/** One more choice of a group is a part of what the others are a part of. */
function added(state: StateFile, { atom, group: name }: Extract<GraphOperation, { op: 'add' }>): StateFile {
  const node = { atoms: [{ ...atom, required: atom.required ?? name === undefined }], groups: [] }
  const root = { parent: null, rank: state.objective.constraints.max_depth, agreed: true }
  if (name === undefined) return withNodes(state, node, root)
  const group = groupIn(state, name)
  const { parent } = atomIn(state, group.choices[0] as string)
  const above = parent === null ? null : atomIn(state, parent)
  const kin = above ? { ...root, parent, rank: Math.max(0, above.rank - 1) } : root
  const grown = withGroup(withNodes(state, node, kin), name, { choices: [...group.choices, atom.id] })
  const joined = withAtom(grown, atom.id, { group: name })
  return parent === null || !above ? joined : withAtom(joined, parent, { children: [...above.children, atom.id] })
}

/**
 * Removes an atom: no atom depends on it any more and no group has it as a choice. A group without a choice is removed
 * too.
 */
function removed(state: StateFile, id: string): StateFile {
  const gone = new Set(withParts(state, id))
  const { group: name } = atomIn(state, id)
  const others = name === null ? [] : groupIn(state, name).choices.filter((choice) => choice !== id)
  const lastOf = others.length === 0 ? name : null
  const atoms = Object.entries(state.atoms).map(([other, atom]) => {
    const group = other === id ? null : atom.group
    const deps = atom.deps.filter((dep) => dep !== id && dep !== lastOf)
    return [other, { ...atom, group, deps, ...(gone.has(other) && { status: 'abandoned' }) }]
  })
  return { ...state, atoms: Object.fromEntries(atoms), or_groups: withoutChoice(state, name, id, others) }
}

function withoutChoice(
  { or_groups: groups }: StateFile,
  name: string | null,
  id: string,
  choices: readonly string[],
): StateFile['or_groups'] {
  if (name === null) return groups
  const { selected, forced, failed, ...group } = groups[name] as StateFile['or_groups'][string]
  if (choices.length === 0) return without(groups, [name])
  const kept = (choice: string | null) => (choice === id ? null : choice)
  const left = failed.filter((choice) => choice !== id)
  const changed = { choices: [...choices], selected: kept(selected), forced: kept(forced), failed: left }
  return { ...groups, [name]: { ...group, ...changed } }
}

function overridden(
  state: StateFile,
  { atom, summary }: Extract<CourseChange, { type: 'bindings_override' }>,
  correction: Correction,
): StateFile {
  const { atoms: behind, grounded } = behindOf(state, flowOf(state), atom)
  const before = state.bindings[atom]
  const binding = { artifacts: before?.artifacts ?? [], commit: before?.commit ?? null }
  const groups = reopened(state, grounded)
  const next: StateFile = {
    ...state,
    atoms: { ...state.atoms, [atom]: { ...atomIn(state, atom), status: 'resolved' } },
    or_groups: { ...state.or_groups, ...groups },
    bindings: { ...state.bindings, [atom]: { ...binding, summary, origin: 'user', epoch: state.epoch } },
    trail: state.trail.map((entry) =>
      'group' in entry && Object.hasOwn(groups, entry.group) ? { ...entry, void: true } : entry,
    ),
    corrections: [
      ...state.corrections.slice(0, -1),
      { ...correction, trail_cleared_scope: [atom, ...behind.toReversed()] },
    ],
  }
  return freed(resolvedAbove(next, atom))
}

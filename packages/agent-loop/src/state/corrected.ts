import { anew, atomIn, groupIn, withNodes, without } from './edits.js'
import type { Change, GraphOperation, StateEvent } from './events.js'
import { flowOf } from './flow.js'
import { abandonedWith, groundBehind } from './ground.js'
import type { Correction, StateFile, TrailEntry } from './state-file.js'

/** The state after a person changed the course. It begins an epoch, in which what was tried may be tried again. */
export function corrected(state: StateFile, event: Extract<StateEvent, { type: 'corrected' }>, at: string): StateFile {
  const { change, head, residual } = event
  const { control } = state
  const correction = { timestamp: at, type: change.type, description: change.description, trail_cleared: false }
  const next: StateFile = {
    ...unbound(state, lostBy(state, change)),
    head: head ?? state.head,
    residual_effects: [...state.residual_effects, ...residual],
    epoch: state.epoch + 1,
    strategies_tried: [],
    control: {
      ...control,
      redirect_requested: false,
      status: control.status === 'redirecting' ? 'running' : control.status,
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
      return change.operations.reduce(adjusted, { ...next, trail })
    }
    case 'bindings_override':
      return overridden(next, change, correction)
    default:
      return change satisfies never
  }
}

/** The atoms whose work a change makes void, the latest first. */
export function lostBy(state: StateFile, change: Change): readonly string[] {
  const flow = flowOf(state)
  if (change.type === 'bindings_override') return groundBehind(state, flow, change.atom).atoms
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
  const redone = lost.map((id) => [id, anew(atomIn(state, id))])
  return {
    ...state,
    atoms: { ...state.atoms, ...Object.fromEntries(redone) },
    bindings: without(state.bindings, lost),
  }
}

const unconfirmed = {
  status: 'ready',
  last_verdict: null,
  halt_code: 'alignment_missing',
  halt_detail: 'the objective was changed: confirm it by align',
} as const satisfies Partial<StateFile['control']>

function realigned(
  state: StateFile,
  objective: Extract<Change, { type: 'objective_change' }>['objective'],
  correction: Correction,
): StateFile {
  const groups = Object.entries(state.or_groups).map(([id, group]) => [id, { ...group, failed: [] }])
  return {
    ...state,
    objective: { ...state.objective, ...objective, aligned: null },
    or_groups: Object.fromEntries(groups),
    trail: [],
    corrections: [...state.corrections.slice(0, -1), correction],
    control: { ...state.control, ...unconfirmed },
  }
}

function constrained(
  state: StateFile,
  changes: Extract<Change, { type: 'constraint_change' }>['constraints'],
): StateFile {
  const constraints = { ...state.objective.constraints, ...changes }
  const more = constraints.max_repairs - state.objective.constraints.max_repairs
  return {
    ...state,
    objective: { ...state.objective, constraints },
    control: { ...state.control, repairs_left: Math.max(0, state.control.repairs_left + more) },
  }
}

function adjusted(state: StateFile, operation: GraphOperation): StateFile {
  switch (operation.op) {
    case 'add': {
      const rank = state.objective.constraints.max_depth
      const grown = withNodes(state, { atoms: [operation.atom], groups: [] }, { parent: null, rank })
      const { id } = operation.atom
      if (operation.group === undefined) return grown
      const group = groupIn(state, operation.group)
      return {
        ...grown,
        atoms: { ...grown.atoms, [id]: { ...atomIn(grown, id), group: operation.group } },
        or_groups: { ...grown.or_groups, [operation.group]: { ...group, choices: [...group.choices, id] } },
      }
    }
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

/** What depended on it doesn't any more, and no group has it as a choice. */
function removed(state: StateFile, id: string): StateFile {
  const atoms = Object.entries(state.atoms).map(([other, atom]) => [
    other,
    other === id ? { ...atom, status: 'abandoned' } : { ...atom, deps: atom.deps.filter((dep) => dep !== id) },
  ])
  const groups = Object.entries(state.or_groups).map(([name, group]) => [
    name,
    group.selected === id ? { ...group, selected: null, failed: [...group.failed, id] } : group,
  ])
  return { ...state, atoms: Object.fromEntries(atoms), or_groups: Object.fromEntries(groups) }
}

function overridden(
  state: StateFile,
  { atom, summary }: Extract<Change, { type: 'bindings_override' }>,
  correction: Correction,
): StateFile {
  const { atoms: behind, groups } = groundBehind(state, flowOf(state), atom)
  const before = state.bindings[atom]
  const binding = { artifacts: before?.artifacts ?? [], commit: before?.commit ?? null }
  const reopened = groups.map((id) => [id, { ...groupIn(state, id), selected: null, failed: [] }])
  return {
    ...state,
    atoms: { ...state.atoms, [atom]: { ...atomIn(state, atom), status: 'resolved' } },
    or_groups: { ...state.or_groups, ...Object.fromEntries(reopened) },
    bindings: { ...state.bindings, [atom]: { ...binding, summary, origin: 'user', epoch: state.epoch } },
    trail: state.trail.map((entry) =>
      'group' in entry && groups.includes(entry.group) ? { ...entry, void: true } : entry,
    ),
    corrections: [
      ...state.corrections.slice(0, -1),
      { ...correction, trail_cleared_scope: [atom, ...behind.toReversed()] },
    ],
  }
}

import { ArtooError, withoutUndefined } from '@artoo/spec'
import { alignmentHash } from '../state/alignment-hash.js'
import { withNodes } from '../state/edits.js'
import { graphFault } from '../state/graph-fault.js'
import { type StateFile, stateFile, stateVersion } from '../state/state-file.js'
import type { Pinned } from './pinned.js'
import type { ReadPlan } from './plan.js'

export interface AlignedOptions {
  readonly loopId: string
  readonly by: string
  readonly at: string
  readonly pinned: Pinned
  /** The state before; null if there is none. Its history is kept, its work is not. */
  readonly before: StateFile | null
}

/** The state of a loop that may start. @throws {ArtooError} `invalid_graph` */
export function aligned(given: ReadPlan, { loopId, by, at, pinned, before }: AlignedOptions): StateFile {
  const { atoms, or_groups, protected_paths: _, constraints: changes, ...agreed } = given
  const constraints = { ...stateFile.shape.objective.shape.constraints.parse(undefined), ...withoutUndefined(changes) }
  const objective: StateFile['objective'] = {
    ...agreed,
    constraints,
    // Parsed, so that it equals the objective when it is read again.
    ...stateFile.shape.objective
      .pick({ protected_files: true, allowed_commands: true })
      .parse({ protected_files: pinned.files, allowed_commands: pinned.commands }),
    aligned: null,
  }
  const empty: StateFile = {
    schema_version: stateVersion,
    loop_id: before?.loop_id ?? loopId,
    revision: (before?.revision ?? -1) + 1,
    epoch: before === null ? 0 : before.epoch + 1,
    owner: null,
    head: before?.head ?? null,
    objective: { ...objective, aligned: { by, at, hash: alignmentHash(objective) } },
    control: freshControl(constraints.max_repairs),
    ...{ atoms: {}, or_groups: {}, bindings: {}, trail: [], in_flight: {}, strategies_tried: [] },
    corrections: before?.corrections ?? [],
    residual_effects: before?.residual_effects ?? [],
    attested: before?.attested ?? [],
  }
  const nodes = {
    atoms: Object.entries(atoms).map(([id, atom]) => ({ id, ...atom })),
    groups: Object.entries(or_groups).map(([id, group]) => ({ id, ...group })),
  }
  const state = withNodes(empty, nodes, { parent: null, rank: constraints.max_depth, agreed: true })
  const fault = graphFault(state)
  if (fault !== null) throw new ArtooError('invalid_graph', fault, { field: 'atoms' })
  return state
}

const freshControl = (repairs: number): StateFile['control'] => ({
  status: 'ready',
  iteration: 0,
  stop_requested: false,
  stop_reason: null,
  halt_code: null,
  halt_detail: null,
  redirect_requested: false,
  repairs_left: repairs,
  last_verdict: null,
  tokens_used: 0,
})

export interface ConfirmedOptions {
  readonly by: string
  readonly at: string
}

/** Agrees to the objective as it is. */
export function confirmed(state: StateFile, { by, at }: ConfirmedOptions): StateFile {
  const { objective, control, revision } = state
  return {
    ...state,
    revision: revision + 1,
    objective: { ...objective, aligned: { by, at, hash: alignmentHash(objective) } },
    control: { ...control, status: 'ready', halt_code: null, halt_detail: null },
  }
}

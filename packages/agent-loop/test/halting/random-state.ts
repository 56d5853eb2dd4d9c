import type { StateFile } from '@artoo/agent-loop'
import { alignmentHash } from '../../src/state/alignment-hash.js'
import { withNodes } from '../../src/state/edits.js'
import type { NewAtom, NewGroup } from '../../src/state/events.js'
import { stateFile } from '../../src/state/state-file.js'
import type { Chance } from './chance.js'

/** A random AND/OR graph of a loop that may start: each atom builds on earlier atoms, choices or groups. */
export function randomState(chance: Chance): StateFile {
  const size = 1 + chance.below(chance.is(0.2) ? 40 : 14)
  const atoms: NewAtom[] = []
  const groups: NewGroup[] = []
  const nodes: string[] = []
  const share = chance.next() * 0.7
  const density = chance.next() * 0.5
  const depsOn = (known: readonly string[]) => known.filter(() => chance.is(density)).slice(-4)
  while (atoms.length < size) {
    const isGroup = chance.is(share)
    const choices = Array.from(
      { length: isGroup ? 1 + chance.below(4) : 1 },
      () => `a${atoms.length + 1}-${chance.below(1e6)}`,
    )
    const known = [...nodes]
    for (const id of choices) atoms.push(randomAtom(chance, id, depsOn(known)))
    nodes.push(...(isGroup && !chance.is(0.3) ? [] : choices))
    if (!isGroup) continue
    const id = `g${groups.length + 1}`
    groups.push({ id, choices, speculative: chance.is(0.4) })
    nodes.push(id)
  }
  const empty = emptyState(chance)
  return withNodes(
    empty,
    { atoms, groups },
    { parent: null, rank: empty.objective.constraints.max_depth, agreed: !chance.is(0.1) },
  )
}

export function randomAtom(chance: Chance, id: string, deps: readonly string[]): NewAtom {
  return {
    ...{ id, deps: [...new Set(deps)], description: `do ${id}`, success_criteria: { check: 'file', path: id } },
    ...{ writes: chance.is(0.7) ? [id] : [], resources: chance.is(0.1) ? ['port'] : [], explore: chance.is(0.2) },
  }
}

function emptyState(chance: Chance): StateFile {
  const constraints = {
    max_iterations: chance.is(0.15) ? 1 + chance.below(20) : 5000,
    max_parallel_agents: 1 + chance.below(4),
    max_attempts: 1 + chance.below(3),
    max_probes: chance.below(3),
    max_depth: chance.below(3),
    max_children: 1 + chance.below(4),
    max_repairs: chance.below(3),
  }
  const state = stateFile.parse({
    ...{ schema_version: '2.0', loop_id: 'loop', revision: 0, epoch: 0 },
    objective: {
      ...{
        goal: 'all of it',
        background_intent: 'to see it end',
        deliverables: ['files'],
        definition_of_done: 'all is there',
      },
      ...{ base_case: { check: 'file', path: 'all' }, constraints },
    },
    control: { status: 'ready', repairs_left: constraints.max_repairs },
    ...{
      atoms: {},
      or_groups: {},
      bindings: {},
      trail: [],
      corrections: [],
      in_flight: {},
      strategies_tried: [],
      residual_effects: [],
    },
  })
  const aligned = { by: 'test', at: '2026-01-01T00:00:00.000Z', hash: alignmentHash(state.objective) }
  return { ...state, objective: { ...state.objective, aligned } }
}

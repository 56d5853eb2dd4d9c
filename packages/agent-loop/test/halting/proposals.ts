import type { StateFile } from '@artoo/agent-loop'
import type { Chance } from './chance.js'
import { randomAtom } from './random-state.js'

const check = { check: 'file', path: 'x' }

/** What a model answers that knows, guesses or talks nonsense. */
export function randomProposal(chance: Chance, state: StateFile) {
  const known = [...Object.keys(state.atoms), ...Object.keys(state.or_groups)]
  const { max_children } = state.objective.constraints
  const count = chance.is(0.1) ? chance.below(8) : 1 + chance.below(max_children)
  const names = Array.from({ length: count }, (_, index) => (chance.is(0.03) ? 'twin' : `n${index}`))
  const atoms = names.map((name, index) => ({
    ...{ name, task: `part ${chance.below(1e6)}`, check: chance.is(0.03) ? { check: 'regex' } : check },
    depends_on: [
      ...names.filter((_, other) => (other < index ? chance.is(0.3) : chance.is(0.02))),
      ...known.filter(() => chance.is(0.3 / known.length)),
      ...(chance.is(0.02) ? ['nothing'] : []),
    ],
    ...{ writes: chance.is(0.5) ? [name] : [], unknown: chance.is(0.2) },
  }))
  const alternatives = chance.is(0.5) && names.length >= 2 ? [names.slice(chance.below(names.length - 1))] : []
  const proposal = { atoms, alternatives: chance.is(0.03) ? [['who', 'knows']] : alternatives }
  if (chance.is(0.8)) return proposal
  // Honest, in two minds, and as no schema would let through.
  return {
    ...proposal,
    ...chance.pick([{ atoms: [], impossible: 'there is no way' }, { impossible: 'or not' }, { impossible: null }]),
  }
}

/** A change of course, of which many can't be made. */
export function randomChange(chance: Chance, state: StateFile): unknown {
  const atoms = ['ghost', ...Object.keys(state.atoms)]
  const bound = Object.keys(state.bindings)
  const groups = ['ghost', ...Object.keys(state.or_groups)]
  const description = 'otherwise'
  switch (chance.below(8)) {
    case 0:
      return { type: 'objective_change', description, objective: { goal: `another ${chance.below(9)}` } }
    case 1:
      return { type: 'constraint_change', description, constraints: randomConstraints(chance) }
    case 2:
    case 3:
      return {
        type: 'bindings_override',
        description,
        atom: chance.pick([...bound, chance.pick(atoms)]),
        summary: 'so it is',
      }
    case 4:
      return chance.pick([
        { type: 'dag_adjustment', description },
        { type: 'nonsense' },
        { type: 'constraint_change', description, constraints: { max_attempts: -1 } },
      ])
    default:
      return {
        ...{ type: 'dag_adjustment', description },
        operations: Array.from({ length: 1 + chance.below(3) }, () => randomOperation(chance, state, atoms, groups)),
      }
  }
}

function randomConstraints(chance: Chance) {
  return chance.pick([
    { max_attempts: 1 + chance.below(3) },
    { max_parallel_agents: 1 + chance.below(4) },
    { max_repairs: chance.below(3) },
    { max_iterations: 1 + chance.below(200) },
    { max_children: 1 + chance.below(4), max_depth: chance.below(3) },
  ])
}

function randomOperation(
  chance: Chance,
  { or_groups }: StateFile,
  atoms: readonly string[],
  groups: readonly string[],
) {
  const group = chance.pick(groups)
  switch (chance.below(3)) {
    case 0: {
      const deps = atoms.filter(() => chance.is(0.5 / atoms.length))
      const atom = randomAtom(chance, `new-${chance.below(1e6)}`, deps)
      return chance.is(0.5) ? { op: 'add', atom } : { op: 'add', atom, group }
    }
    case 1:
      return { op: 'remove', atom: chance.pick(atoms) }
    default:
      return { op: 'force', group, choice: chance.pick(or_groups[group]?.choices ?? atoms) }
  }
}

import type { Proposal, ProposedAtom } from '../messages/outputs.js'
import { type CheckData, commandsIn } from '../state/check-data.js'
import { withNodes } from '../state/edits.js'
import type { NewNodes } from '../state/events.js'
import { graphFault } from '../state/graph-fault.js'
import { argvsOf, type StateFile } from '../state/state-file.js'
import { commandsText } from './prompt-parts.js'

/** Why a check can't decide, in words that a model can act on; null when it can. */
export type ReviewCheck = (check: CheckData, allowedCommands: readonly (readonly string[])[]) => string | null

export interface AdmitOptions {
  /** The atom that is split; null for atoms of their own. */
  readonly parent: string | null
  readonly review: ReviewCheck
}

/** A model's proposal as nodes with ids by code, or why it is turned down. */
export type Admission = { readonly nodes: NewNodes } | { readonly refusal: string }

export function admitted(state: StateFile, proposal: Proposal, options: AdmitOptions): Admission {
  const refusal = misfit(state, proposal, options)
  if (refusal !== null) return { refusal }
  const nodes = named(state, proposal, options.parent)
  const rank = options.parent === null ? state.objective.constraints.max_depth : 0
  const grown = withNodes(state, nodes, { parent: options.parent, rank, agreed: false })
  const fault = graphFault(options.parent === null ? grown : withChildren(grown, options.parent, nodes))
  return fault === null ? { nodes } : { refusal: fault }
}

function misfit(state: StateFile, { atoms, alternatives }: Proposal, options: AdmitOptions): string | null {
  const { max_children: most } = state.objective.constraints
  const { globs, files } = state.objective.protected_files
  if (atoms.length === 0) return `there are no atoms in it: propose 1 to ${most}, or none and say why as \`impossible\``
  if (atoms.length > most) return `at most ${most} atoms, not ${atoms.length}`
  const names = atoms.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `two atoms are named ${twice}: give each a name of its own`
  for (const { name, depends_on, check, writes } of atoms) {
    const fixed = writes.find((path) => globs.includes(path) || Object.hasOwn(files, path))
    if (fixed !== undefined)
      return `${name} would write ${fixed}, which nobody may change: change others, or say why that can't be as \`impossible\``
    const unknown = depends_on.find((dep) => !names.includes(dep) && !exists(state, dep))
    if (unknown !== undefined) return `${name} depends on ${unknown}, which does not exist: ${knownText(state, names)}`
    const fault = assertionIn(check)
      ? 'an assertion can only stand in the base case: take a command, file, json or regex'
      : options.review(check, argvsOf(state.objective))
    if (fault === null) continue
    const runs = commandsIn(check).length > 0 ? `. ${commandsText(state).replace(/\.$/, '')}` : ''
    return `the check of ${name} can't decide: ${fault}${runs}`
  }
  const choices = alternatives.flat()
  const stranger = choices.find((name, index) => !names.includes(name) || choices.indexOf(name) !== index)
  return stranger === undefined ? null : `${stranger} is no atom of this answer, or an alternative twice`
}

const mostKnown = 20

function knownText({ atoms, or_groups }: StateFile, names: readonly string[]): string {
  const standing = Object.keys(atoms).filter((id) => atoms[id]?.status !== 'abandoned')
  const known = [...names, ...Object.keys(or_groups), ...standing]
  const more = known.length > mostKnown ? ` and ${known.length - mostKnown} more` : ''
  return `what it may depend on is ${known.slice(0, mostKnown).join(', ')}${more}`
}

const exists = (state: StateFile, id: string) => Object.hasOwn(state.atoms, id) || Object.hasOwn(state.or_groups, id)

function assertionIn(check: CheckData): boolean {
  switch (check.check) {
    case 'assertion':
      return true
    case 'all':
    case 'any':
      return check.of.some(assertionIn)
    case 'not':
      return assertionIn(check.of)
    default:
      return false
  }
}

/** Ids are the parent's with a number, or a letter with one that is free. A choice stands for its group, whichever is taken. */
function named(state: StateFile, { atoms, alternatives }: Proposal, parent: string | null): NewNodes {
  const free = freeIds(state, parent)
  const ids = new Map(atoms.map(({ name }) => [name, free('a')]))
  const idOf = (name: string) => ids.get(name) ?? name
  const groups = alternatives.map((names) => ({ id: free('g'), choices: names.map(idOf), speculative: false }))
  const groupOf = new Map(groups.flatMap(({ id, choices }) => choices.map((choice) => [choice, id] as const)))
  const depOf = (name: string, own: string) => {
    const id = idOf(name)
    const group = groupOf.get(id) ?? state.atoms[id]?.group ?? undefined
    return group === undefined || group === groupOf.get(own) ? id : group
  }
  return { atoms: atoms.map((atom) => newAtom(atom, idOf(atom.name), depOf)), groups }
}

function newAtom(
  atom: ProposedAtom,
  id: string,
  depOf: (name: string, own: string) => string,
): NewNodes['atoms'][number] {
  const { task, check, depends_on, writes, unknown } = atom
  const deps = [...new Set(depends_on.map((name) => depOf(name, id)))]
  return { id, description: task, success_criteria: check, deps, writes, resources: [], explore: unknown }
}

function freeIds(state: StateFile, parent: string | null): (letter: string) => string {
  let number = 0
  return (letter) => {
    for (;;) {
      number++
      const id =
        parent === null || parent.length > 100
          ? `${letter}${number}`
          : `${parent}.${letter === 'a' ? '' : letter}${number}`
      if (!exists(state, id)) return id
    }
  }
}

function withChildren(state: StateFile, parent: string, { atoms }: NewNodes): StateFile {
  const split = state.atoms[parent]
  if (!split) return state
  const children = [...split.children, ...atoms.map(({ id }) => id)]
  return { ...state, atoms: { ...state.atoms, [parent]: { ...split, children } } }
}

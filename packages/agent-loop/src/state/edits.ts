import { ArtooError, shortened } from '@artoo/spec'
import type { NewNodes } from './events.js'
import type { Atom, Launch, OrGroup, StateFile } from './state-file.js'

/** The most notes that an atom keeps. */
const noteCount = 4

export function atomIn(state: StateFile, id: string): Atom {
  const atom = state.atoms[id]
  if (!atom) throw new ArtooError('internal_error', `there is no atom ${id}`)
  return atom
}

export function groupIn(state: StateFile, id: string): OrGroup {
  const group = state.or_groups[id]
  if (!group) throw new ArtooError('internal_error', `there is no group ${id}`)
  return group
}

export function launchIn(state: StateFile, id: string): Launch {
  const launch = state.in_flight[id]
  if (!launch) throw new ArtooError('internal_error', `there is no launch ${id}`)
  return launch
}

export function withAtom(state: StateFile, id: string, changes: Partial<Atom>): StateFile {
  return { ...state, atoms: replaced(state.atoms, [[id, { ...atomIn(state, id), ...changes }]]) }
}

export function withGroup(state: StateFile, id: string, changes: Partial<OrGroup>): StateFile {
  return { ...state, or_groups: { ...state.or_groups, [id]: { ...groupIn(state, id), ...changes } } }
}

/** The notes with one more. What was noted before is not noted again, so that it makes no new strategy. */
export function noted({ notes }: Atom, note: string): string[] {
  const short = shortened(note)
  return notes.includes(short) ? notes : [...notes, short].slice(-noteCount)
}

/** A launch that is over; its atom can be launched again, if it is not said otherwise. Whatever ends it ends a row of interruptions. */
export function landed(state: StateFile, launch: string, changes: Partial<Atom> = {}): StateFile {
  const { atom } = launchIn(state, launch)
  const { [launch]: _, ...in_flight } = state.in_flight
  const { status } = atomIn(state, atom)
  const next = status === 'in_progress' ? 'pending' : status
  return withAtom({ ...state, in_flight }, atom, { status: next, interruptions: 0, ...changes })
}

/** A launch that was not brought to its end: what it tried was not tried. */
export function cut(state: StateFile, launch: string): StateFile {
  const { strategy } = launchIn(state, launch)
  return { ...landed(state, launch), strategies_tried: state.strategies_tried.filter((tried) => tried !== strategy) }
}

export function landedAll(state: StateFile): StateFile {
  return Object.keys(state.in_flight).reduce((left, launch) => landed(left, launch), state)
}

/** From here on the engine keeps a record as a hash table, which it spreads at four times the price that a loop has. */
const manyKeys = 512

/** A record with other entries: the record itself where there are none. */
export function replaced<T>(record: Record<string, T>, entries: readonly (readonly [string, T])[]): Record<string, T> {
  if (entries.length === 0) return record
  const keys = Object.keys(record)
  if (keys.length < manyKeys) return { ...record, ...Object.fromEntries(entries) }
  // An object without a prototype is a hash table from its first key on, and doesn't have to become one.
  const copy: Record<string, T> = Object.create(null)
  for (const key of keys) copy[key] = record[key] as T
  for (const [key, value] of entries) copy[key] = value
  return Object.setPrototypeOf(copy, Object.prototype)
}

export function without<T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> {
  const gone = new Set(keys.filter((key) => Object.hasOwn(record, key)))
  if (gone.size === 0) return record
  return Object.fromEntries(Object.entries(record).filter(([key]) => !gone.has(key)))
}

const unbegun = { status: 'pending', attempts: 0, probes: 0, interruptions: 0, notes: [] as string[] } as const

export function withNodes(
  state: StateFile,
  { atoms, groups }: NewNodes,
  kin: Pick<Atom, 'parent' | 'rank' | 'agreed'>,
): StateFile {
  const groupOf = new Map(groups.flatMap(({ id, choices }) => choices.map((choice) => [choice, id] as const)))
  const added = atoms.map(({ id, cost_estimate, required = false, ...atom }) => [
    id,
    {
      ...{ ...atom, deps: [...atom.deps], writes: [...atom.writes], resources: [...atom.resources] },
      ...{ ...kin, ...unbegun, required, children: [], group: groupOf.get(id) ?? null },
      ...(cost_estimate !== undefined && { cost_estimate }),
    } satisfies Atom,
  ])
  const grouped = groups.map(({ id, choices, speculative }) => [
    id,
    { choices: [...choices], speculative, selected: null, failed: [], forced: null } satisfies OrGroup,
  ])
  return {
    ...state,
    atoms: { ...state.atoms, ...Object.fromEntries(added) },
    or_groups: { ...state.or_groups, ...Object.fromEntries(grouped) },
  }
}

/** These atoms are to be done again, from the beginning. Most of a long job was not begun yet, and stays as it is. */
export function withAnew(atoms: StateFile['atoms'], ids: readonly string[]): StateFile['atoms'] {
  const redone = ids.flatMap((id) => {
    const atom = atoms[id]
    return atom && !isFresh(atom) ? [[id, anew(atom)] as const] : []
  })
  return replaced(atoms, redone)
}

const isFresh = ({ status, attempts, probes, interruptions, notes }: Atom): boolean =>
  status === 'pending' && attempts === 0 && probes === 0 && interruptions === 0 && notes.length === 0

/** To be done again, from the beginning. */
export const anew = (atom: Atom): Atom => (atom.status === 'abandoned' ? atom : { ...atom, ...unbegun })

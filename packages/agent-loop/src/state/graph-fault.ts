import { type Flow, flowOf, inOrder, nodeAt } from './flow.js'
import { groupsBehind, latestFirst } from './groups-behind.js'
import { id as idShape, type StateFile } from './state-file.js'

/** Why the atoms and groups make no graph that can be worked off, naming what is at fault; null when they do. */
export function graphFault(state: Pick<StateFile, 'atoms' | 'or_groups'>): string | null {
  if (Object.keys(state.atoms).length === 0) return 'there are no atoms'
  const fault = nameFault(state) ?? kinFault(state) ?? groupFault(state)
  if (fault !== null) return fault
  const flow = flowOf(state)
  return circle(flow) ?? groupCircle(state, flow)
}

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

function nameFault({ atoms, or_groups: groups }: Nodes): string | null {
  for (const id of [...Object.keys(atoms), ...Object.keys(groups)]) {
    const name = idShape.safeParse(id)
    if (!name.success) return `${JSON.stringify(id)} can't be an id: ${name.error.issues[0]?.message}`
  }
  const twice = Object.keys(groups).find((id) => Object.hasOwn(atoms, id))
  if (twice !== undefined) return `${twice} is both an atom and a group`
  for (const [id, { deps, status }] of Object.entries(atoms)) {
    if (status === 'abandoned') continue
    if (deps.includes(id)) return `${id} depends on itself`
    const gone = deps.find((dep) => atoms[dep]?.status === 'abandoned')
    if (gone !== undefined) return `${id} depends on ${gone}, which was removed`
    const missing = deps.find((dep) => !Object.hasOwn(atoms, dep) && !Object.hasOwn(groups, dep))
    if (missing !== undefined) return `${id} depends on ${missing}, which does not exist`
  }
  return null
}

function kinFault({ atoms, or_groups: groups }: Nodes): string | null {
  for (const [id, { parent, children, group }] of Object.entries(atoms)) {
    const stranger = children.find((child) => atoms[child]?.parent !== id)
    if (stranger !== undefined) return `${stranger} is no part of ${id}, which names it as one`
    if (parent !== null && !atoms[parent]?.children.includes(id))
      return `${id} is a part of ${parent}, which does not know it`
    if (group !== null && !groups[group]?.choices.includes(id))
      return `${id} is a choice of ${group}, which does not know it`
  }
  return null
}

function groupFault({ atoms, or_groups: groups }: Nodes): string | null {
  const owner = new Map<string, string>()
  for (const [id, { choices }] of Object.entries(groups)) {
    for (const choice of choices) {
      const other = owner.get(choice)
      if (other !== undefined) return `${choice} is a choice of both ${other} and ${id}`
      owner.set(choice, id)
    }
  }
  for (const [id, { choices, selected, failed, forced }] of Object.entries(groups)) {
    for (const choice of choices) {
      if (atoms[choice]?.group !== id) return `${choice} is a choice of ${id}, but no atom says so`
    }
    const unknown = [selected, forced, ...failed].find((choice) => choice !== null && !choices.includes(choice))
    if (unknown !== undefined) return `${unknown} is no choice of ${id}`
  }
  return null
}

/** Names a circle: `A → B → A`. */
function circle(flow: Flow): string | null {
  const sound = new Set(inOrder(flow))
  const places = [...flow.next.keys()].filter((place) => !sound.has(place))
  const [first] = places
  if (first === undefined) return null
  const path = [first]
  for (;;) {
    const last = path.at(-1) as string
    // Every place that is left after sorting has such a place before it.
    const before = (flow.previous.get(last) ?? []).find((place) => !sound.has(place)) as string
    const at = path.indexOf(before)
    if (at !== -1) return `a circle: ${shown(path.slice(at).reverse())}`
    path.push(before)
  }
}

/** Groups that turn on each other's choices can't be decided one after the other. */
function groupCircle(state: Nodes, flow: Flow): string | null {
  const { circle: groups } = latestFirst(groupsBehind(state, flow))
  if (groups === null) return null
  const [first, ...others] = groups
  return others.length === 0
    ? `a choice of ${first} depends on another choice of it`
    : `the choices of ${[...groups, first].join(', which depend on those of ')}`
}

function shown(places: readonly string[]): string {
  const names = places.map(nodeAt).filter((name, index, all) => name !== all[index - 1])
  const start = names[0] as string
  return (names.at(-1) === start && names.length > 1 ? names : [...names, start]).join(' → ')
}

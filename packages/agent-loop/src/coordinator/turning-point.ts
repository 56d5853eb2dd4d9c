import { entryOf, exitOf, type Flow, isEntry, nodeAt } from '../state/flow.js'
import type { OrGroup, StateFile } from '../state/state-file.js'

/**
 * The group to turn back to when an atom or group is at a dead end: of those that it builds on or is a part of, and that have a
 * choice left, the nearest; of equally near ones the one that was decided last. Null when there is none.
 */
export function turningPoint(
  state: StateFile,
  flow: Flow,
  deadEnd: string,
  hasAnother: (group: OrGroup) => boolean,
): string | null {
  const canTurn = (id: string) => {
    const group = state.or_groups[id] as OrGroup
    return group.selected !== null && group.forced === null && hasAnother(group)
  }
  // For a split atom, groups among its parts are the nearest.
  let layer: readonly string[] = state.or_groups[deadEnd]?.choices.map(entryOf) ?? [exitOf(deadEnd)]
  const seen = new Set(layer)
  while (layer.length > 0) {
    const groups = layer.flatMap((place) => groupsAt(state, place)).filter(canTurn)
    if (groups.length > 0) return groups.toSorted((a, b) => decidedAt(state, b) - decidedAt(state, a))[0] ?? null
    const before = layer.flatMap((place) => [...(flow.previous.get(place) ?? []), ...above(state, place)])
    layer = [...new Set(before)].filter((place) => !seen.has(place) && isChosen(state, place))
    for (const place of layer) seen.add(place)
  }
  return null
}

function groupsAt(state: StateFile, place: string): readonly string[] {
  const id = nodeAt(place)
  if (Object.hasOwn(state.or_groups, id)) return [id]
  const group = isEntry(place) ? state.atoms[id]?.group : null
  return group ? [group] : []
}

/** The atom that a place is a part of: its failure leads there. */
function above(state: StateFile, place: string): readonly string[] {
  const parent = isEntry(place) ? state.atoms[nodeAt(place)]?.parent : null
  return parent ? [entryOf(parent)] : []
}

/** Not by way of a choice that was not taken. */
function isChosen(state: StateFile, place: string): boolean {
  const group = isEntry(place) ? null : state.atoms[nodeAt(place)]?.group
  return !group || state.or_groups[group]?.selected === nodeAt(place)
}

function decidedAt(state: StateFile, group: string): number {
  return state.trail.findLastIndex((entry) => 'group' in entry && entry.group === group)
}

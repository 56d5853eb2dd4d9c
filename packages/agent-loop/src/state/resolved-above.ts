import { atomIn, groupIn, withAtom } from './edits.js'
import type { StateFile } from './state-file.js'

/** Resolves a split atom once its parts are resolved, unless its own check has to hold too. */
export function resolvedAbove(state: StateFile, id: string): StateFile {
  const { parent } = atomIn(state, id)
  if (parent === null) return state
  const isDone = atomIn(state, parent).children.every((child) => {
    const { group, status } = atomIn(state, child)
    if (group === null) return status === 'resolved'
    const { selected } = groupIn(state, group)
    return selected !== null && atomIn(state, selected).status === 'resolved'
  })
  return isDone && !atomIn(state, parent).agreed
    ? resolvedAbove(withAtom(state, parent, { status: 'resolved' }), parent)
    : state
}

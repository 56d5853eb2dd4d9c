import type { StateEvent } from '../state/events.js'
import { untried } from '../state/measure.js'
import { isRace } from '../state/standing.js'
import type { OrGroup } from '../state/state-file.js'
import { choicesLeft } from './choices-left.js'
import type { Move } from './move.js'
import type { StepView } from './view.js'

interface Undecided {
  readonly id: string
  readonly group: OrGroup
  /** The choices that it may take now: at least one. */
  readonly choices: readonly string[]
}

/** Groups that are next and have no choice get one: the one that a person insists on, else the model's, else the first. */
export function groupMove(view: StepView): Move | StateEvent[] | null {
  const undecided = undecidedGroups(view)
  const asked = undecided.find(({ group, choices }) => view.proposes && group.failed.length > 0 && choices.length > 1)
  if (asked) return { kind: 'choose', group: asked.id, choices: asked.choices }
  // Others of its choices may come into question once an earlier group is decided.
  const isEarly = ({ group, choices }: Undecided) => group.forced === null && choices.length < untried(group).length
  const ripe = undecided.filter((each) => !isEarly(each))
  const chosen = ripe.length > 0 ? ripe : undecided.slice(0, 1)
  return chosen.length > 0 ? chosen.map(firstOf) : null
}

function undecidedGroups(view: StepView): readonly Undecided[] {
  const { state, standing } = view
  return standing.openGroups.flatMap((id) => {
    const group = state.or_groups[id] as OrGroup
    if (group.selected !== null) return []
    const choices = choicesLeft(view, group)
    // Before that, what it is decided by may still change.
    const isNext = choices.some(standing.isReached)
    return isNext && (choices.length === 1 || !isRace(state, group)) ? [{ id, group, choices }] : []
  })
}

function firstOf({ id, group, choices }: Undecided): StateEvent {
  const usual = `the ${group.failed.length > 0 ? 'next' : 'first'} in the list`
  const reason = group.forced === null ? usual : 'a person insists on it'
  return { type: 'chosen', group: id, choice: choices[0] as string, reason }
}

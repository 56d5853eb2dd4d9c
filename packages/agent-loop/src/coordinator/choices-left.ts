import { untried } from '../state/measure.js'
import type { OrGroup } from '../state/state-file.js'
import type { StepView } from './view.js'

/** The choices that a group may still take, as things are chosen now. */
export function choicesLeft({ standing }: StepView, group: OrGroup): readonly string[] {
  const isAllowed = (choice: string) => group.forced === null || choice === group.forced
  return untried(group).filter((choice) => isAllowed(choice) && standing.isWanted(choice))
}

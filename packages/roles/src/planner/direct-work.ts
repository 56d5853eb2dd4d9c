import { shortened } from '@artoo/spec'
import { type Criterion, longestText, type SubTask } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import { type Dispatch, dispatchNext } from './dispatch.js'
import type { PlannableCheck, PlannerComponents } from './state.js'

/** The criteria of direct work: the checks that need nobody to give them arguments. */
export const criteriaByCode = (checks: PlannerComponents['checks']): readonly Criterion[] =>
  checks.filter(takesNothing).map(criterionOf)

/** Not even optional arguments: without a plan nobody could give them. */
const takesNothing = ({ argumentsSchema }: PlannableCheck) =>
  argumentsSchema === undefined || Object.keys(Object(argumentsSchema.properties)).length === 0

const criterionOf = ({ name, description }: PlannableCheck): Criterion => ({
  text: shortened(description.trim() || name, longestText),
  mode: 'verifiable',
  about: 'answer',
  source: 'records',
  check: { name, arguments: {} },
})

/** Sends the user's words as the only subtask, with all tools. */
export function dispatchDirect(
  spec: TaskSpec,
  criteria: readonly Criterion[],
  tools: readonly string[],
): Dispatch['sent'] {
  const { intent, rawInput: request, earlier = [], deadline } = spec
  const subtask: SubTask = {
    ...{ subtaskId: '1.1', sequence: 1, intent, criteria: [...criteria], request, direct: true, tools: [...tools] },
    ...{ replaces: null, findingsOf: null, blockedTargets: [], cautions: [], deadline, context: '' },
    ...(earlier.length > 0 && { earlier }),
  }
  const work = { criteria: [...criteria], subtasks: [subtask], alone: true, warned: [] }
  const manifest = { round: 1, spec, asks: 'answer' as const, ...work }
  return [{ type: 'DispatchManifest', to: 'R4b', payload: manifest }, ...dispatchNext([subtask]).sent]
}

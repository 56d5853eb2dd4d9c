import { shortened } from '@artoo/spec'
import type { Outgoing } from '../messages/contracts.js'
import { type Criterion, longestText, type SubTask } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import type { Role } from '../role/role.js'
import { dispatchNext } from './dispatch.js'
import type { PlannableCheck, PlannerComponents } from './state.js'

/** R2 of direct work, without a model: the user's words are the only subtask, and there is no second plan. */
export function createDirectPlanner({ tools, checks }: Pick<PlannerComponents, 'tools' | 'checks'>): Role<'R2', null> {
  const criteria = checks.filter(takesNothing).map(criterionOf)
  const names = tools.map(({ name }) => name)
  return {
    actor: 'R2',
    initial: null,
    decide(state, { type, payload }) {
      if (type === 'TaskSpec') return [state, dispatch(payload, criteria, names)]
      const failure = { code: 'planning_failed', message: 'direct work has no second plan' }
      return [state, type === 'PlanDirective' ? [{ type: 'RoleFailure', to: 'R7', payload: failure }] : []]
    },
  }
}

/** Whether a check has no arguments, not even optional ones: without a plan nobody could give them. */
const takesNothing = ({ argumentsSchema }: PlannableCheck) =>
  argumentsSchema === undefined || Object.keys(Object(argumentsSchema.properties)).length === 0

const criterionOf = ({ name, description }: PlannableCheck): Criterion => ({
  ...{
    text: shortened(description.trim() || name, longestText),
    mode: 'verifiable',
    about: 'answer',
    source: 'records',
  },
  check: { name, arguments: {} },
})

function dispatch(spec: TaskSpec, criteria: Criterion[], tools: string[]): readonly Outgoing<'R2'>[] {
  const { intent, rawInput: request, earlier = [], deadline } = spec
  const subtask: SubTask = {
    ...{ subtaskId: '1.1', sequence: 1, intent, criteria, request, direct: true, tools },
    ...{ replaces: null, findingsOf: null, blockedTargets: [], cautions: [], deadline, context: '' },
    ...(earlier.length > 0 && { earlier }),
  }
  const manifest = { round: 1, spec, asks: 'answer' as const, criteria, subtasks: [subtask], alone: true, warned: [] }
  return [{ type: 'DispatchManifest', to: 'R4b', payload: manifest }, ...dispatchNext([subtask]).sent]
}

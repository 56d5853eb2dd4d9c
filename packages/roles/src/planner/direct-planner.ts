import type { Role } from '../role/role.js'
import { criteriaByCode, dispatchDirect } from './direct-work.js'
import type { PlannerComponents } from './state.js'

/** R2 of direct work, without a model: the user's words are the only subtask, and there is no second plan. */
export function createDirectPlanner({ tools, checks }: Pick<PlannerComponents, 'tools' | 'checks'>): Role<'R2', null> {
  const criteria = criteriaByCode(checks)
  const names = tools.map(({ name }) => name)
  return {
    actor: 'R2',
    initial: null,
    decide(state, { type, payload }) {
      if (type === 'TaskSpec') return [state, dispatchDirect(payload, criteria, names)]
      const failure = { code: 'planning_failed', message: 'direct work has no second plan' }
      return [state, type === 'PlanDirective' ? [{ type: 'RoleFailure', to: 'R7', payload: failure }] : []]
    },
  }
}

import type { Outgoing } from '../messages/contracts.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { Deadline, TaskSpec } from '../messages/task.js'
import { addedIn } from '../people/added-words.js'
import type { Depth } from '../role/depth.js'
import type { Step } from '../role/role.js'
import { asWhole, dispatchNext, subtasksOf, withAdded, withChanges, withEarlier, withOutputs } from './dispatch.js'
import { withFound } from './found-before.js'
import type { State } from './state.js'

/** Dispatches a plan that was reviewed: the manifest to the meta-validator, the subtasks of its first sequence. */
export function dispatchPlan(
  state: State,
  spec: TaskSpec,
  plan: PlanDraft,
  { named, depth }: { readonly named: Deadline | null; readonly depth: Depth },
): Step<'R2', State> {
  const round = state.dispatched.length + (state.beganDirect ? 2 : 1)
  const { directive, blocked, cautions, experience, warned } = state
  const { targets: blockedTargets } = blocked
  const fresh = subtasksOf(plan, {
    round,
    directive,
    words: state.told,
    added: addedIn(spec.clarifications),
    blockedTargets,
    cautions,
    experience,
    deadline: spec.deadline,
  })
  const { done = [], left = [], changed = [] } = directive ?? {}
  const resumed = withFound(withEarlier(fresh, spec), directive)
  const told = withChanges(withOutputs(resumed, done), changed)
  const criteria = withAdded(state.criteria, plan.criteria)
  const alone = depth !== 'full' && told.length === 1 && done.length + left.length === 0
  const subtasks = alone ? told.map((subtask) => asWhole(subtask, spec, criteria)) : told
  const asks = state.asks === 'change' ? state.asks : plan.asks
  const manifest = { round, spec, asks, criteria: [...criteria], subtasks: [...subtasks], alone, warned: [...warned] }
  const { waiting, sent } = dispatchNext(subtasks)
  const next = { ...state, asks, criteria, waiting, dispatched: [...state.dispatched, plan] }
  const deadlines: Outgoing<'R2'>[] = named ? [{ type: 'Deadline', to: 'R7', payload: named }] : []
  return [next, [...deadlines, { type: 'DispatchManifest', to: 'R4b', payload: manifest }, ...sent]]
}

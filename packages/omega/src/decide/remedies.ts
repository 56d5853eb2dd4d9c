import { recoveryKinds } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { byProgress, type DecisionRule } from './rule.js'
import { unmet } from './success.js'
import { triggerOf } from './trigger.js'

export const contradictory: DecisionRule = ({ found, tried }) => {
  const halt = found('cascade', 'contradiction_halt')
  if (halt === undefined || tried('resolve_contradictions')) return null
  return { action: 'recover', kind: 'resolve_contradictions', why: halt.message }
}

export const collapsed: DecisionRule = ({ found, tried }) => {
  const collapse = found('collapse')
  if (collapse?.severity !== 'CRITICAL' || tried('restore_confidence')) return null
  return { action: 'recover', kind: 'restore_confidence', why: collapse.message }
}

export const stuck: DecisionRule = ({ state, found, tried }) => {
  const why = found('circular', 'stall', 'convergence', 'quality')
  if (why === undefined) return null
  const kind = recoveryKinds.find((kind) => !tried(kind))
  return kind === undefined
    ? byProgress(state, 'exhausted', `${why.message}, and no recovery is left; ${unmet(state)}`)
    : { action: 'recover', kind, why: why.message }
}

/** Only the problem was looked at so far: it is worked on next, as clear as it became. */
export const clarified: DecisionRule = ({ state: { deployed, trigger, iteration } }) =>
  trigger === 'first' && deployed.includes(47) && !deployed.some((agent) => agent > 20 && agent < 47)
    ? { action: 'continue', trigger: 'clarified', why: `iteration ${iteration} was for making the problem clear` }
    : null

/** Confidence doesn't rise any more: whoever hasn't been heard is, if anybody. */
export const flat: DecisionRule = ({ state }) => {
  const now = state.iterations.at(-1)
  const before = state.iterations.at(-3)
  if (now === undefined || before === undefined) return null
  const gain = now.confidence === null ? 0 : before.confidence === null ? 1 : now.confidence - before.confidence
  if (gain >= protocol.gain) return null
  const why = `confidence rose by less than ${protocol.gain} over two iterations`
  return unused(state).length === 0
    ? byProgress(state, 'exhausted', `${why}, and every agent was heard; ${unmet(state)}`)
    : { action: 'deploy_more', trigger: triggerOf(state).trigger, why }
}

/** Agents that a plan could still send: 1 to 52 less those that were sent or failed for good. */
function unused({ deployed, removed }: SessionState): readonly number[] {
  return Array.from({ length: 52 }, (_, index) => index + 1).filter(
    (agent) => !deployed.includes(agent) && !removed.includes(agent),
  )
}

import { claimOf } from '../session/claims.js'
import { nativeOf } from './condition.js'
import { byProgress, type DecisionRule, ended, limitOf } from './rule.js'
import { conditions } from './success.js'

export const aborted: DecisionRule = ({ state: { aborted } }) => {
  if (aborted?.reason === 'user') return ended('FAILURE', 'abort', aborted.message)
  return aborted?.reason === 'error' ? ended('FAILURE', 'irrecoverable', aborted.message) : null
}

export const succeeded: DecisionRule = (examined) => {
  if (!conditions(examined.state, examined.findings).every(({ holds }) => holds)) return null
  const limit = limitOf(examined)
  return ended(
    'SUCCESS',
    'success',
    `all conditions hold${limit === null ? '' : `, at the limit: ${limit}`}`,
    limit !== null,
  )
}

export const limited: DecisionRule = (examined) => {
  const limit = limitOf(examined)
  return limit === null ? null : byProgress(examined.state, 'resource', limit)
}

export const cascadeUnresolved: DecisionRule = ({ found, tried }) => {
  const cascade = found('cascade')
  if (cascade === undefined || !tried('resolve_contradictions')) return null
  return ended('FAILURE', 'irrecoverable', `${cascade.message}, and nobody could resolve them`)
}

export const irrecoverable: DecisionRule = ({ state, found, tried }) => {
  const collapse = found('collapse')
  if (collapse?.severity === 'CRITICAL' && tried('restore_confidence'))
    return ended('FAILURE', 'irrecoverable', `${collapse.message}, after a recovery`)
  const lost = state.removed.filter((agent) => agent === 48 || agent === 52)
  return lost.length === 0 ? null : ended('FAILURE', 'irrecoverable', `no session without agent ${lost.join(' and ')}`)
}

/** The Falsifier (45) found no test that could settle a claim on which the answer depends (section 6.2). */
export const intractable: DecisionRule = ({ state }) => {
  if (nativeOf(state, 45) !== 'CLAIMS_UNFALSIFIABLE') return null
  const said = state.messages.findLast(({ header }) => header.agentId === 45)?.body.references ?? []
  const untestable = said
    .filter(({ type }) => type === 'CONTRADICTS')
    .flatMap(({ claim }) => claimOf(state, claim) ?? [])
    .filter(({ critical, status }) => critical && status === 'active')
  if (untestable.length === 0) return null
  return ended('FAILURE', 'intractable', `no test could settle ${untestable.map(({ id }) => id).join(', ')}`)
}

import { isRejection } from '../detect/progress.js'
import type { Trigger } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { unresolved } from '../session/contradictions.js'
import { nativeOf } from './condition.js'
import { conditions } from './success.js'

/** The purpose of the next iteration (section 1.3.4), the most pressing first. */
export function triggerOf(state: SessionState): { readonly trigger: Trigger; readonly why: string } {
  // Minor contradictions are not worth another iteration.
  const open = unresolved(state).filter(({ severity }) => severity !== 'MINOR')
  const since = state.messages.filter(({ header }) => header.iteration === state.iteration)
  const raised = new Set(
    since.flatMap(({ body }) => body.contradictions.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`])),
  )
  const fresh = open.find(({ a, b }) => raised.has(`${a} ${b}`))
  if (fresh !== undefined) return { trigger: 'contradiction', why: `new contradiction ${fresh.id}: ${fresh.why}` }
  const [old] = open
  if (old !== undefined) return { trigger: 'conflict', why: `${old.id} is still unresolved: ${old.why}` }
  const quality = nativeOf(state, 52)
  if (isRejection(quality)) return { trigger: 'quality', why: `quality control says ${quality}` }
  const failing = conditions(state).filter(({ holds }) => !holds)
  const gap = failing.find(({ group, name }) => group === 'COMPLETENESS' || name === 'nothing_new')
  const unsure = failing.find(({ group }) => group === 'CONFIDENCE')
  if (unsure !== undefined) return { trigger: 'confidence', why: unsure.why }
  if (gap !== undefined) return { trigger: 'gap', why: gap.why }
  return { trigger: 'confidence', why: failing[0]?.why ?? 'nothing is missing' }
}

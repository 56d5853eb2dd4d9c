import type { SessionState } from '../protocol/state.js'
import { unresolved } from '../session/contradictions.js'
import { normalForm } from '../session/normal-form.js'

/**
 * The contradictions and questions that came up in the output that wrote the answer or after it, that are still open
 * and that were not raised before. This is what "no new significant finding" means here (section 6.1). In the first
 * iteration everything is new; were any finding significant, no session could succeed in it.
 */
export function afterSynthesis(state: SessionState): readonly string[] {
  const { messages, questions } = state
  const written = messages.findLastIndex(({ body }) => body.synthesis !== null)
  if (written < 0) return []
  const known = new Set(messages.slice(0, written).flatMap(({ body }) => body.questions.open.map(normalForm)))
  const late = messages.slice(written)
  const raised = new Set(late.flatMap(({ body }) => body.questions.open.map(normalForm)))
  const pairOf = ({ a, b }: { a: string; b: string }) => [a, b].sort().join(' ')
  const knownPairs = new Set(messages.slice(0, written).flatMap(({ body }) => body.contradictions.map(pairOf)))
  const latePairs = new Set(late.flatMap(({ body }) => body.contradictions.map(pairOf)))
  return [
    ...unresolved(state)
      .filter((found) => latePairs.has(pairOf(found)) && !knownPairs.has(pairOf(found)))
      .map(({ id, why }) => `${id}, ${why}`),
    ...questions.open.filter((question) => raised.has(normalForm(question)) && !known.has(normalForm(question))),
  ]
}

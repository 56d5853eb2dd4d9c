import type { ModelRequest } from '@artoo/spec'
import { dataOf, type Turn, text } from './turn.js'

/** R1: hands the user's words on. Rules have nothing to add to them. */
export function perceive(request: ModelRequest): Turn {
  // No question that it knows is that long.
  const intent = text(dataOf(request).text).trim().slice(0, 2_000)
  return { json: { intent, scope: null, deadline: null, questions: [] } }
}

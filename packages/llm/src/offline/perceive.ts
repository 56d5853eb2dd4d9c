import type { ModelRequest } from '@artoo/spec'
import { dataOf, type Turn, text } from './turn.js'

/** R1: hands the user's words on. Rules have nothing to add to them. */
export function perceive(request: ModelRequest): Turn {
  const intent = text(dataOf(request).text).trim()
  return { json: { intent, scope: null, deadline: null, questions: [] } }
}

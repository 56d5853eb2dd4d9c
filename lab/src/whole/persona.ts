import type { LanguageModel, ModelRequest, ModelResponse } from '@artoo/spec'
import { dataOf } from './conversation.js'
import { execute } from './executing.js'
import { judge, verify } from './judging.js'
import type { Mind, Turn } from './mind.js'
import { plan } from './planning.js'

const answers: Readonly<Record<string, (request: ModelRequest, mind: Mind) => Turn>> = {
  task_spec: (request) => ({ json: { intent: dataOf(request).text, scope: null, deadline: null, questions: [] } }),
  plan: (request, mind) => ({ json: plan(request, mind) }),
  execution: (request) => execute(request),
  verdicts: (request, mind) => ({ json: judge(dataOf(request), mind) }),
  last_verdicts: (request, mind) => ({ json: judge(dataOf(request), mind) }),
  verification: (request, mind) => ({ json: verify(dataOf(request), mind) }),
}

/** A model that follows rules, and not too well: it knows only what its request holds. `onCall` is told of every request. */
export function personaModel(mind: Mind, onCall: () => void = () => {}): LanguageModel {
  return {
    id: 'persona',
    async generate(request, { signal }) {
      signal.throwIfAborted()
      onCall()
      const name = request.output?.name ?? ''
      const answer = answers[name]
      if (!answer) throw new Error(`the persona has no answer to ${name}`)
      return response(request, answer(request, mind))
    },
  }
}

function response({ messages }: ModelRequest, turn: Turn): ModelResponse {
  if ('json' in turn) return { text: JSON.stringify(turn.json), toolCalls: [], finishReason: 'stop' }
  const { tool: name, input } = turn.call
  return { text: '', toolCalls: [{ id: `call-${messages.length}`, name, input }], finishReason: 'tool_calls' }
}

import type { LanguageModel, ModelRequest } from '@artoo/spec'
import type { Plant } from '../controller/plants/plant.js'
import { draw } from '../random.js'
import { dataOf, text } from '../whole/conversation.js'
import { judge, verify } from './judging.js'
import { plan } from './planning.js'
import { orderIn, targetName, toolName } from './words.js'
import type { World } from './world.js'

/** The simulation's. */
const draws = { correction: 42 } as const

type Turn =
  | { readonly call: { readonly name: string; readonly input: { readonly target: string; readonly offset: number } } }
  | { readonly json: unknown }

/** The simulation's planner, executor and judges as one model, which knows what its requests hold and what luck it has. */
export function personaOf(plant: Plant, world: World, onCall: (request: ModelRequest) => void): LanguageModel {
  function answer(request: ModelRequest): Turn {
    switch (request.output?.name) {
      case 'plan':
        if (!request.messages.some(({ role }) => role === 'assistant')) world.begin()
        return { json: plan(request, plant) }
      case 'execution':
        return work(request, plant, world.round())
      case 'verdicts':
      case 'last_verdicts':
        return { json: judge(dataOf(request), plant, world.round()) }
      case 'verification':
        return { json: verify(dataOf(request), plant, world.round()) }
      default:
        throw new Error(`the persona has no answer to ${request.output?.name}`)
    }
  }
  return {
    id: 'persona',
    async generate(request, { signal }) {
      signal.throwIfAborted()
      onCall(request)
      const turn = answer(request)
      if ('json' in turn) return { text: JSON.stringify(turn.json), toolCalls: [], finishReason: 'stop' }
      const id = `call-${orderIn(text(dataOf(request).intent))?.part}-${request.messages.length}`
      return { text: '', toolCalls: [{ id, ...turn.call }], finishReason: 'tool_calls' }
    },
  }
}

/** R3: one call, then its report, of a failed one too: a judge may have it done again. A correction may hit the parameter. */
function work(request: ModelRequest, plant: Plant, round: number): Turn {
  const { messages } = request
  const order = orderIn(text(dataOf(request).intent))
  if (!order) return { json: { status: 'failed', output: '', reason: 'the order is not clear' } }
  const last = messages.at(-1)
  if (last?.role === 'tool') return { json: { status: 'completed', output: last.content, reason: null } }
  const { part, choice } = order
  const made = messages.filter(({ role }) => role === 'tool').length
  let { offset } = choice
  for (let attempt = 1; attempt <= made; attempt++) {
    if (draw(plant.seed, draws.correction, part, round, attempt) < 0.15) offset -= Math.sign(offset)
  }
  return { call: { name: toolName(choice.tool), input: { target: targetName(part, choice.target), offset } } }
}

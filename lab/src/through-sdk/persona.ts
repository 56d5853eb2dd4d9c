import type { ProfileName } from '@artoo/ggs'
import type { LanguageModel, ModelRequest } from '@artoo/spec'
import type { Plant } from '../plants/plant.js'
import { draw } from '../random.js'
import { dataOf, text } from '../whole/conversation.js'
import { judge, resultIn, verify } from './judging.js'
import { plan } from './planning.js'
import { orderIn, preparedIn, targetName, toolIn, toolName } from './words.js'
import { prepare, setUp, type World } from './world.js'

/** The simulation's. */
const draws = { correction: 42 } as const

type Turn =
  | { readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } }
  | { readonly json: unknown }

interface Cast {
  readonly plant: Plant
  readonly world: World
  readonly profile: ProfileName
  readonly onCall: (request: ModelRequest) => void
}

/** The simulation's planner, executor and judges as one model, which knows what its requests hold and what luck it has. */
export function personaOf({ plant, world, profile, onCall }: Cast): LanguageModel {
  function answer(request: ModelRequest): Turn {
    const scene = { plant, profile, round: world.round() }
    switch (request.output?.name) {
      case 'plan':
        if (!request.messages.some(({ role }) => role === 'assistant')) world.begin()
        return { json: plan(request, { plant, world, profile }) }
      case 'execution':
        return work(request, plant, world.round())
      case 'verdicts':
      case 'last_verdicts':
        return { json: judge(dataOf(request), scene) }
      case 'verification':
        return { json: verify(dataOf(request), scene) }
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
      const id = `call-${JSON.stringify(turn.call.input).replaceAll(/\W/g, '')}-${request.messages.length}`
      return { text: '', toolCalls: [{ id, ...turn.call }], finishReason: 'tool_calls' }
    },
  }
}

/**
 * R3: one call, then its report, of a failed one too: a judge may have it done again. Where a failed call leaves the world changed, that
 * is a call of its own. A correction may hit the parameter.
 */
function work(request: ModelRequest, plant: Plant, round: number): Turn {
  const { messages } = request
  const last = messages.at(-1)
  const intent = text(dataOf(request).intent)
  const prepared = preparedIn(intent)
  if (prepared !== null) {
    return last?.role === 'tool' ? report(last.content) : { call: { name: prepare, input: { part: prepared } } }
  }
  const order = orderIn(intent)
  if (!order) return { json: { status: 'failed', output: '', reason: 'the order is not clear' } }
  const { part, choice } = order
  const made = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
  if (last?.role === 'tool') {
    const isChanged = made.at(-1)?.name !== setUp && resultIn(last.content).changed
    return isChanged ? { call: { name: setUp, input: { part } } } : report(last.content)
  }
  let { offset } = choice
  const attempts = made.filter(({ name }) => !Number.isNaN(toolIn(name))).length
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (draw(plant.seed, draws.correction, part, round, attempt) < 0.15) offset -= Math.sign(offset)
  }
  const { way, tool, target } = choice
  return { call: { name: toolName(tool), input: { target: targetName(part, target), way, offset } } }
}

const report = (output: string): Turn => ({ json: { status: 'completed', output, reason: null } })

import { checked, fieldText, fieldValue, type ModelCallRecord, metered, type Retry, retrying, timed } from '@artoo/llm'
import { type LanguageModel, type ModelOptions, type ModelRequest, type ModelResponse, stopwatch } from '@artoo/spec'
import type { RunScope } from '../../scope/run-scope.js'
import type { InSlot } from '../../time/fair-slots.js'
import type { HookedModels } from './hooked-model.js'
import { described, type ModelPort, type Request } from './model-port.js'

interface Surroundings {
  readonly port: ModelPort
  readonly scope: RunScope
  /** The actor that receives every call. */
  readonly bills: string
  readonly inSlot: InSlot
}

/** One request, as its models are asked. */
interface Asked {
  readonly message: Request
  /** Messages of its conversation: a repair round adds to them. */
  readonly length: number
  readonly hooked: HookedModels
  /** The answer is data: its reader gets it as far as it is written. */
  readonly isData: boolean
  /** The calls under way: they settle soon after an abort. */
  readonly calls: Set<Promise<unknown>>
}

/** The field of an output that is text and no object. */
const wholeText = ''

/** A model behind all that surrounds a call: a place, the budget, time limits, retries, and the log of it. */
export function surroundedModel(
  model: LanguageModel,
  { port, scope, bills, inSlot }: Surroundings,
  { message, length, hooked, isData, calls }: Asked,
): LanguageModel {
  const { key, output, answer: field } = message.payload
  const { modelTimeoutMs: timeoutMs, firstTokenTimeoutMs, idleTimeoutMs, modelRetries } = scope.limits
  const { clock, budget } = scope
  const role = message.from
  const causedBy = { causationId: message.id }
  let elapsed = stopwatch(clock)

  const onCall = ({ request, usage, cost, outcome }: ModelCallRecord) => {
    const failed = 'error' in outcome
    const payload = {
      role,
      key,
      modelId: model.id,
      output,
      added: request.messages.slice(length),
      durationMs: elapsed(),
      usage,
      cost,
      response: failed ? null : outcome,
      error: failed ? described(outcome.error) : null,
    }
    port.publish({ type: 'ModelCall', to: bills, payload }, causedBy)
  }
  const onRetry = ({ attempt, delayMs, error }: Retry) => {
    const payload = { role, key, modelId: model.id, attempt, delayMs, ...described(error) }
    port.publish({ type: 'ModelRetry', to: 'log', payload }, causedBy)
  }

  const inTime = timed(checked(model), { clock, timeoutMs, firstTokenTimeoutMs, idleTimeoutMs })
  /** A hook that sees the answer holds no place any more: it may ask a model itself. */
  const inTurn: LanguageModel = {
    id: model.id,
    get streams() {
      return inTime.streams
    },
    generate: (request, callOptions) =>
      inSlot(() => {
        elapsed = stopwatch(clock)
        return inTime.generate(request, callOptions)
      }),
  }
  const billed = metered(hooked.after(inTurn), { budget, onCall })
  /** Each call is another attempt at the text. */
  function read(field: string, request: ModelRequest, callOptions: ModelOptions): Promise<ModelResponse> {
    const writer = scope.answer.open()
    const onText = isData
      ? fieldValue(field, writer.value)
      : field === wholeText
        ? writer.add
        : fieldText(field, writer)
    const call = billed.generate(request, { ...callOptions, onText, onReasoning: writer.reason })
    call.catch(writer.discard)
    return call
  }
  const followed: LanguageModel = {
    id: model.id,
    generate(request, callOptions) {
      const call = field === undefined ? billed.generate(request, callOptions) : read(field, request, callOptions)
      calls.add(call)
      return call
    },
  }
  return retrying(followed, { clock, retries: modelRetries, patienceMs: scope.time.remainingMs, onRetry })
}

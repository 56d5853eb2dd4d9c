import {
  checked,
  extractJson,
  fieldText,
  fieldValue,
  type ModelCallRecord,
  metered,
  type Retry,
  retrying,
  timed,
  wrappedModel,
} from '@artoo/llm'
import { type LanguageModel, type ModelOptions, type ModelRequest, type ModelResponse, stopwatch } from '@artoo/spec'
import type { AnswerWriter } from '../../scope/answer-stream.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { InSlot } from '../../time/fair-slots.js'
import { withResolvers } from '../../time/with-resolvers.js'
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

  /** One call; `answered` is called when the model has answered, before a hook sees it. */
  function ask(request: ModelRequest, callOptions: ModelOptions, answered: () => void): Promise<ModelResponse> {
    const watched = wrappedModel(inTime, (...asked) => inTime.generate(...asked).finally(answered))
    return metered(hooked.after(watched), { budget, onCall }).generate(request, callOptions)
  }

  /** Each call is another attempt at the text. */
  function read(field: string, request: ModelRequest, callOptions: ModelOptions, answered: () => void) {
    const writer = scope.answer.open()
    const heard = isData ? dataListener(field, writer.value) : textListener(field, writer)
    const listeners = { onText: heard.add, onReasoning: writer.reason }
    const call = ask(request, { ...callOptions, ...listeners }, answered)
    call.then(({ text }) => heard.end(text), writer.discard)
    return call
  }

  const followed: LanguageModel = {
    id: model.id,
    async generate(request, callOptions) {
      // A hook that sees the answer holds no place any more: it may ask a model itself.
      const { call } = await inSlot(async () => {
        const { promise: answer, resolve: answered } = withResolvers<void>()
        elapsed = stopwatch(clock)
        const made =
          field === undefined ? ask(request, callOptions, answered) : read(field, request, callOptions, answered)
        calls.add(made)
        await Promise.race([answer, made.catch(() => undefined)])
        return { call: made }
      })
      return call
    },
  }
  return retrying(followed, { clock, retries: modelRetries, patienceMs: scope.time.remainingMs, onRetry })
}

interface Listener {
  add(piece: string): void
  /** Called with the whole text. */
  end(text: string): void
}

function textListener(field: string, writer: AnswerWriter): Listener {
  return { add: field === wholeText ? writer.add : fieldText(field, writer), end() {} }
}

/** Data of a model that doesn't stream, or that says something before its JSON, comes in one piece. */
function dataListener(field: string, heard: (value: unknown) => void): Listener {
  let isHeard = false
  const hear = (value: unknown) => {
    isHeard = true
    heard(value)
  }
  return {
    add: fieldValue(field, hear),
    end(text) {
      const value = isHeard ? undefined : valueIn(text, field)
      if (value !== undefined && value !== null) heard(value)
    },
  }
}

function valueIn(text: string, field: string): unknown {
  try {
    return (extractJson(text) as Readonly<Record<string, unknown>>)[field]
  } catch {
    return undefined
  }
}

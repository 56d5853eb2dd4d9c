import type { Envelope, PayloadOf } from '@artoo/bus'
import { wrappedModel } from '@artoo/llm'
import type { LanguageModel, Message, ModelResponse, ToolCall } from '@artoo/spec'
import type { RunScope } from '../../scope/run-scope.js'
import { type Conversations, saidBy } from './conversations.js'
import type { ModelContracts, Outputs } from './model-contracts.js'

type Contracts = ModelContracts<Outputs, string>
type Asked = PayloadOf<Contracts, 'ModelRequest'>
type Call = PayloadOf<Contracts, 'ModelCall'>
type Replied =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'tool_calls'; readonly toolCalls: readonly ToolCall[] }

export interface Remembered {
  /** Replies with tool calls so far, by which those are numbered. */
  readonly turnsWithCalls: number
  /** The paid responses of models to requests that got no reply, by the id of the request. */
  readonly paid: ReadonlyMap<string, readonly ModelResponse[]>
}

/** Restores the service's state of an earlier process: repeats the log's requests and replies in the conversations. */
export function rememberedIn(
  { history, edited }: Pick<RunScope, 'history' | 'edited'>,
  conversations: Conversations,
): Remembered {
  const ends = new Map(history.filter(isEnd).map((event) => [event.causationId, event]))
  const paid = responsesIn(history)
  let turnsWithCalls = 0
  for (const { id, type, from, payload } of history) {
    const end = ends.get(id)
    if (type !== 'ModelRequest' || !end) continue
    const reply = end.type === 'ModelReply' ? (end.payload as Replied) : null
    if (reply?.kind === 'tool_calls') turnsWithCalls++
    repeat(
      conversations,
      from,
      payload as Asked,
      reply && said(reply, edited.has(end.id) ? undefined : paid.get(id)?.at(-1)),
    )
    paid.delete(id)
  }
  return { turnsWithCalls, paid }
}

const isEnd = ({ from, type }: Envelope) =>
  from === 'model' && ['ModelReply', 'ModelFailure', 'Interrupt'].includes(type)

/** The responses of models by the id of the request. */
function responsesIn(history: readonly Envelope[]): Map<string, ModelResponse[]> {
  const responses = new Map<string, ModelResponse[]>()
  for (const { type, causationId, payload } of history) {
    if (type !== 'ModelCall' || causationId === null) continue
    const { response } = payload as Call
    if (response) responses.set(causationId, [...(responses.get(causationId) ?? []), response])
  }
  return responses
}

function repeat(conversations: Conversations, actor: string, asked: Asked, answer: Message | null): void {
  try {
    conversations.ask([actor, asked.key], asked.messages, asked).answer(answer)
  } catch {
    // It failed then too, and the log has the failure.
  }
}

function said(reply: Replied, response: ModelResponse | undefined): Message {
  const text = response?.text ?? ''
  return reply.kind === 'value'
    ? saidBy({ text: text || JSON.stringify(reply.value), opaque: response?.opaque })
    : saidBy({ text, opaque: response?.opaque, toolCalls: reply.toolCalls })
}

/** A model that first returns the responses that were already paid for. */
export function withPaid(model: LanguageModel, responses: readonly ModelResponse[] = []): LanguageModel {
  if (responses.length === 0) return model
  const left = [...responses]
  return wrappedModel(model, async (request, options) => left.shift() ?? model.generate(request, options))
}

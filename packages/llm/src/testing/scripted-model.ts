import { ArtooError, type LanguageModel, type ModelRequest, type ModelResponse, type ToolCall } from '@artoo/spec'

/**
 * One turn of the model: `json` is sent as JSON text, `text` as it is, `toolCalls` as tool calls, `error` is thrown,
 * `'hang'` waits until the call is aborted.
 */
export type ScriptedReply =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly toolCalls: readonly Omit<ToolCall, 'id'>[] }
  | { readonly error: Error }
  | 'hang'

/** A fixed reply, or one computed from the request. */
export type ScriptedTurn = ScriptedReply | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>)

export interface ScriptedModel extends LanguageModel {
  /** Every request so far, in order, those that failed included. */
  readonly requests: readonly ModelRequest[]
}

/**
 * A model that plays a script: for each output name the turns it takes, in order. The last turn of a list is repeated
 * when `repeatLast` is set; otherwise running out of turns is an error of code `script_exhausted`.
 *
 * Usage is counted as one token for every four characters.
 */
export function scriptedModel(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: { readonly id?: string; readonly repeatLast?: boolean } = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  const taken = new Map<string, number>()
  let calls = 0

  const nextTurn = (name: string): ScriptedTurn => {
    const turns = [script[name] ?? []].flat() as readonly ScriptedTurn[]
    const index = taken.get(name) ?? 0
    taken.set(name, index + 1)
    const turn = turns[index] ?? (options.repeatLast ? turns.at(-1) : undefined)
    if (turn === undefined) {
      throw new ArtooError('script_exhausted', `the script has no turn ${index + 1} for ${name}`, { field: name })
    }
    return turn
  }

  return {
    id: options.id ?? 'scripted',
    requests,
    async generate(request, { signal }) {
      requests.push(request)
      const turn = nextTurn(request.output?.name ?? 'text')
      const reply = typeof turn === 'function' ? await turn(request) : turn
      if (reply === 'hang') return untilAborted(signal)
      if ('error' in reply) throw reply.error
      const text = 'json' in reply ? JSON.stringify(reply.json) : 'text' in reply ? reply.text : ''
      const toolCalls = 'toolCalls' in reply ? reply.toolCalls.map((call) => ({ id: `call-${++calls}`, ...call })) : []
      return {
        text,
        toolCalls,
        usage: { inputTokens: tokens(JSON.stringify(request.messages)), outputTokens: tokens(text) },
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      }
    },
  }
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function untilAborted(signal: AbortSignal): Promise<ModelResponse> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

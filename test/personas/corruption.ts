import type { ModelRequest, ModelResponse, ToolCall } from '@artoo/spec'
import type { Random } from '../hostile/random.js'
import { dataIn, dataOf, list, text } from './conversation.js'
import type { FakeClock } from './fake-clock.js'
import { recordsIn } from './judge.js'
import { givingUp } from './solver.js'

export type Ask = (request: ModelRequest) => Promise<ModelResponse>

export interface Surroundings {
  readonly clock: FakeClock
}

/** What a wrapper makes of one request; `ask` is the model that it corrupts. */
export type Corruption = (
  request: ModelRequest,
  ask: Ask,
  random: Random,
  surroundings: Surroundings,
) => Promise<ModelResponse>

/** The parts of the roles' work, and of a tool loop's, that are the doing itself. */
export const isDoing = ({ output }: ModelRequest) => output === undefined || output.name === 'execution'

export const isJudging = ({ output }: ModelRequest) =>
  ['verdicts', 'last_verdicts', 'verification'].includes(output?.name ?? '')

export const speaking = (response: ModelResponse, words: string): ModelResponse => ({
  ...response,
  text: words,
  toolCalls: [],
  finishReason: 'stop',
})

export const calling = (response: ModelResponse, toolCalls: readonly ToolCall[]): ModelResponse => ({
  ...response,
  text: '',
  toolCalls,
  finishReason: 'tool_calls',
})

export const withInput = (response: ModelResponse, change: (input: Record<string, unknown>, name: string) => object) =>
  calling(
    response,
    response.toolCalls.map((call) => ({ ...call, input: change(call.input as Record<string, unknown>, call.name) })),
  )

/** The words of an answer, whatever form it has; null while there is none, or when it gives up. */
export function answerIn({ text: said, toolCalls }: ModelResponse, { output }: ModelRequest): string | null {
  if (toolCalls.length > 0) return null
  if (!output) return said.startsWith(givingUp) ? null : said
  const { status, output: words } = dataIn(said)
  return status === 'completed' ? text(words) : null
}

export function answering(response: ModelResponse, { output }: ModelRequest, words: string): ModelResponse {
  return speaking(response, output ? JSON.stringify({ status: 'completed', output: words, reason: null }) : words)
}

/** Every criterion passes, by the records that there are, or those that are given. */
export const passing = (
  request: ModelRequest,
  response: ModelResponse,
  records: readonly string[] = recordsIn(dataOf(request)).slice(-100),
): ModelResponse => {
  const verdicts = list(dataOf(request).criteria).map(({ criterion }) => {
    return { criterion, verdict: 'pass', failureClass: null, evidence: 'it looks good', records }
  })
  const merged = dataIn(response.text).output
  const more = request.output?.name === 'verification' ? { output: merged } : { correction: null }
  return speaking(response, JSON.stringify({ ...more, verdicts }))
}

/** Nothing was done yet, or since the last word of a user. */
export const isBeginning = ({ messages }: ModelRequest) => messages.at(-1)?.role === 'user'

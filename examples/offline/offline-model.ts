import { ArtooError, type LanguageModel, type ModelRequest, type ModelResponse } from '@artoo/spec'
import { execute } from './execute.js'
import { judge } from './judge.js'
import { merge } from './merge.js'
import { perceive } from './perceive.js'
import { plan } from './plan.js'
import type { Turn } from './turn.js'

/** The answers of the offline model, by the name of the structured output that is asked for. */
const answers: Readonly<Record<string, (request: ModelRequest) => Turn>> = {
  task_spec: perceive,
  plan,
  execution: execute,
  verdicts: judge,
  last_verdicts: judge,
  verification: merge,
}

/**
 * A stand-in for a language model that needs no key and no network. It is rule-based and says so: it understands a few
 * families of questions about files (which and how many match, how many lines, the largest, which mention a text), answers
 * them with the tools that it is given, and tells what it can't do. It judges by looking for each stated number and
 * path in the tool results. The same request always gets the same answer; token usage is estimated as characters / 4.
 * It rejects with `unknown_output` for anything but the roles' structured outputs.
 */
export function offlineModel(): LanguageModel {
  return {
    id: 'offline',
    async generate(request, { signal }) {
      signal.throwIfAborted()
      return respond(request)
    },
  }
}

function respond(request: ModelRequest): ModelResponse {
  const turn = answerTo(request)
  const text = 'json' in turn ? JSON.stringify(turn.json) : ''
  const calls = 'call' in turn ? [turn.call] : []
  const toolCalls = calls.map((call) => ({ id: `offline-${request.messages.length}`, ...call }))
  return {
    text,
    toolCalls,
    usage: {
      inputTokens: tokens(JSON.stringify(request.messages)),
      outputTokens: tokens(text + JSON.stringify(toolCalls)),
    },
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
  }
}

function answerTo(request: ModelRequest): Turn {
  const name = request.output?.name ?? 'plain text'
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  if (answer) return answer(request)
  const known = Object.keys(answers).join(', ')
  throw new ArtooError('unknown_output', `the offline model can't write ${name}, only ${known}: use a real model`)
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}

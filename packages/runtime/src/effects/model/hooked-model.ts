import { frozenCopy } from '@artoo/bus'
import { discardedAnswer, wrappedModel } from '@artoo/llm'
import { ArtooError, type LanguageModel, type Message, type ModelResponse } from '@artoo/spec'
import { firstDifference } from '../../journal/first-difference.js'
import type { RunScope } from '../../scope/run-scope.js'
import { askHook, whyOf } from '../hooks/ask-hook.js'
import type { HookOutcome } from '../hooks/hook-contracts.js'
import type { ModelCallHooks } from './model-call-hooks.js'

export interface HookedModels {
  /** The model behind the hook that sees the request. */
  before(model: LanguageModel): LanguageModel
  /** The model behind the hook that sees the answer. */
  after(model: LanguageModel): LanguageModel
}

interface Components {
  readonly hooks: ModelCallHooks | undefined
  readonly scope: Pick<RunScope, 'taskId' | 'context' | 'signal' | 'clock' | 'limits'>
  /** The actor and the output of the request. */
  readonly role: string
  readonly output: string
  /** Puts what a hook did into the log. */
  note(outcome: Pick<HookOutcome, 'hook' | 'outcome' | 'why' | 'messages'>): void
}

/** The host's hooks around the calls of one request. */
export function hookedModels({ hooks = {}, scope, role, output, note }: Components): HookedModels {
  const { before, after } = hooks
  const context = (signal: AbortSignal) => ({ taskId: scope.taskId, role, context: scope.context, signal })

  async function noting<T>(hook: HookOutcome['hook'], ask: () => Promise<T>): Promise<T> {
    return ask().catch((error: unknown) => {
      if (ArtooError.isInstance(error) && error.code === 'hook_failed')
        note({ hook, outcome: 'failed', why: whyOf(error) })
      throw error
    })
  }

  function refused(hook: HookOutcome['hook'], why: string): ArtooError {
    note({ hook, outcome: 'refused', why })
    return new ArtooError('hook_refused', `${hook} refused: ${why}`)
  }

  return {
    before(model) {
      if (!before) return model
      const hook = 'onModelCall.before'
      return wrappedModel(model, async (request, options) => {
        const { messages, tools = [] } = request
        const names = tools.map(({ name }) => name)
        const call = frozenCopy({ modelId: model.id, output, messages, tools: names })
        const answer = await noting(hook, () => askHook(hook, scope, (signal) => before(call, context(signal))))
        if (!answer) return model.generate(request, options)
        if ('refuse' in answer) throw refused(hook, answer.refuse)
        const given = frozenCopy(answer.messages) as readonly Message[]
        const kept = sharedStart(messages, given)
        note({ hook, outcome: 'amended', why: null, messages: { kept, added: [...given.slice(kept)] } })
        return model.generate({ ...request, messages: given }, options)
      })
    },
    after(model) {
      if (!after) return model
      const hook = 'onModelCall.after'
      return wrappedModel(model, async (request, options) => {
        const { onText, onReasoning: _, ...silent } = options
        const response = await model.generate(request, silent)
        const { text, toolCalls, finishReason, usage } = response
        const seen = frozenCopy({ modelId: model.id, output, text, toolCalls, finishReason, usage })
        const asked = () => noting(hook, () => askHook(hook, scope, (signal) => after(seen, context(signal))))
        const answer = await asked().catch((error: unknown) => discardedAnswer(error, response))
        if (answer && 'refuse' in answer) return discardedAnswer(refused(hook, answer.refuse), response)
        if (answer) note({ hook, outcome: 'amended', why: null })
        const given = answer ? amended(response, frozenCopy(answer) as Partial<ModelResponse>) : response
        onText?.(given.text)
        return given
      })
    },
  }
}

/** The answer with a hook's words, and without what a provider wants back: that belongs to its own. */
function amended({ opaque: _, ...response }: ModelResponse, answer: Partial<ModelResponse>): ModelResponse {
  const given = { ...response, ...answer }
  const isWhole = given.finishReason === 'stop' || given.finishReason === 'tool_calls'
  return isWhole ? { ...given, finishReason: given.toolCalls.length > 0 ? 'tool_calls' : 'stop' } : given
}

/** A model whose calls belong to no run, behind the hooks. */
export function hookedModel(
  model: LanguageModel,
  hooks: ModelCallHooks | undefined,
  { role, output, clock, limits }: Pick<Components, 'role' | 'output'> & Pick<RunScope, 'clock' | 'limits'>,
): LanguageModel {
  if (!hooks) return model
  return wrappedModel(model, (request, options) => {
    const scope = { taskId: '', context: undefined, signal: options.signal, clock, limits }
    const hooked = hookedModels({ hooks, scope, role, output, note() {} })
    return hooked.before(hooked.after(model)).generate(request, options)
  })
}

/** The number of messages at the start that two conversations share. */
function sharedStart(one: readonly Message[], other: readonly Message[]): number {
  const differs = other.findIndex((message, index) => {
    const before = one[index]
    return before === undefined || firstDifference(before, message) !== null
  })
  return differs === -1 ? other.length : differs
}

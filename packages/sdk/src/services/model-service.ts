import type { Port } from '@artoo/bus'
import { type Budget, checked, generate, type ModelCallRecord, metered, type Retry, retrying, timed } from '@artoo/llm'
import { type ArtooContracts, type Incoming, type ModelRoleId, type OutputName, outputs } from '@artoo/roles'
import {
  type Clock,
  errorCode,
  errorMessage,
  type LanguageModel,
  nextMacrotask,
  ProviderError,
  type Tool,
} from '@artoo/spec'
import type { Limits } from '../limits.js'
import type { Models, ModelTier } from '../options.js'
import type { InSlot } from './slots.js'

export interface ModelServiceComponents {
  readonly models: Models
  readonly tiers: Readonly<Record<ModelRoleId, ModelTier>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly budget: Budget
  readonly limits: Limits
  readonly clock: Clock
  readonly inSlot: InSlot
  /** What is left of the task's time: nobody waits longer for a provider. */
  readonly remainingMs: () => number
  readonly signal: AbortSignal
}

type Request = Extract<Incoming<'model'>, { type: 'ModelRequest' }>

/**
 * Answers the roles' model requests: tier by role, time limits by call, another try when the weather is bad, a budget by
 * task, every call and its bill on the log, those that the task's end cut off included.
 */
export function bindModelService(port: Port<ArtooContracts, 'model'>, components: ModelServiceComponents): void {
  const { models, tiers, tools, budget, limits, clock, inSlot, remainingMs, signal } = components
  const { modelTimeoutMs: timeoutMs, firstTokenTimeoutMs, idleTimeoutMs, maxOutputTokens, modelRetries } = limits

  /** The role's model behind all that surrounds a call. `calls` are those under way: they settle soon after an abort. */
  function surrounded(message: Request, calls: Set<Promise<unknown>>): LanguageModel {
    const { key, output, messages } = message.payload
    const role = message.from
    const options = { causationId: message.id }
    const model = models[tiers[role]]
    let startedAt = clock.now()

    const onCall = ({ request, usage, cost, outcome }: ModelCallRecord) => {
      const failed = 'error' in outcome
      const payload = {
        role,
        key,
        modelId: model.id,
        output,
        added: request.messages.slice(messages.length),
        durationMs: clock.now() - startedAt,
        usage,
        cost,
        response: failed ? null : outcome,
        error: failed ? described(outcome.error) : null,
      }
      port.publish({ type: 'ModelCall', to: 'log', payload }, options)
    }
    const onRetry = ({ attempt, delayMs, error }: Retry) => {
      const payload = { role, key, modelId: model.id, attempt, delayMs, ...described(error) }
      port.publish({ type: 'ModelRetry', to: 'log', payload }, options)
    }

    const once = metered(timed(checked(model), { clock, timeoutMs, firstTokenTimeoutMs, idleTimeoutMs }), {
      budget,
      onCall,
    })
    const inTurn: LanguageModel = {
      id: model.id,
      generate: (request, callOptions) =>
        inSlot(() => {
          startedAt = clock.now()
          const call = once.generate(request, callOptions)
          calls.add(call)
          return call
        }),
    }
    return retrying(inTurn, { clock, retries: modelRetries, patienceMs: remainingMs, onRetry })
  }

  async function answer(message: Request): Promise<void> {
    const { key, output, messages, tools: toolNames } = message.payload
    const role = message.from
    const options = { causationId: message.id }
    const calls = new Set<Promise<unknown>>()
    try {
      // A model that answers at once, every time, would otherwise keep deadlines and aborts from ever firing.
      await nextMacrotask()
      if (signal.aborted) return
      const offered = toolNames.flatMap((name) => tools.get(name) ?? [])
      const reply = await generate(
        surrounded(message, calls),
        {
          messages,
          tools: offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          output: { name: output, schema: outputs[output as OutputName] },
          maxOutputTokens,
        },
        { signal },
      )
      if (signal.aborted) return
      const { text, opaque } = reply
      const payload =
        reply.kind === 'value'
          ? { kind: reply.kind, key, value: reply.value, text, opaque }
          : { kind: reply.kind, key, toolCalls: [...reply.toolCalls], text, opaque }
      port.publish({ type: 'ModelReply', to: role, payload }, options)
    } catch (error) {
      if (!signal.aborted) fail(error, role, key, options)
    } finally {
      await Promise.allSettled(calls)
    }
  }

  function fail(error: unknown, role: ModelRoleId, key: string, options: { causationId: string }): void {
    const { code, message } = described(error)
    if (code === 'budget_exceeded') {
      port.publish({ type: 'Interrupt', to: 'R7', payload: { reason: 'limit_reached', message } }, options)
    } else {
      const infrastructure = ofInfrastructure.includes(code) || ProviderError.isInstance(error)
      port.publish({ type: 'ModelFailure', to: role, payload: { key, code, message, infrastructure } }, options)
    }
  }

  port.receive(answer)
}

/** Beside a `ProviderError`: the model said nothing, or nothing that is an answer at all. */
const ofInfrastructure: readonly string[] = [
  'model_timeout',
  'first_token_timeout',
  'idle_timeout',
  'invalid_model_response',
]

function described(error: unknown): {
  readonly code: string
  readonly message: string
  readonly status: number | null
} {
  const code = errorCode(error) ?? 'model_failed'
  const status = ProviderError.isInstance(error) ? (error.status ?? null) : null
  return { code, message: errorMessage(error), status }
}

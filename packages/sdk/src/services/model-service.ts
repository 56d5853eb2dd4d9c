import type { Port } from '@artoo/bus'
import { type Budget, generate, type ModelCallRecord } from '@artoo/llm'
import { type ArtooContracts, type Incoming, type ModelRoleId, type OutputName, outputs } from '@artoo/roles'
import { ArtooError, type Clock, deadlineFor, errorMessage, type LanguageModel, type Tool } from '@artoo/spec'
import type { Models, ModelTier } from '../options.js'
import type { InSlot } from './slots.js'

export interface ModelServiceComponents {
  readonly models: Models
  readonly tiers: Readonly<Record<ModelRoleId, ModelTier>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly budget: Budget
  readonly clock: Clock
  readonly inSlot: InSlot
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

type Request = Extract<Incoming<'model'>, { type: 'ModelRequest' }>

/** Answers the roles' model requests: tier by role, time limit by call, budget by task, every call on the log. */
export function bindModelService(port: Port<ArtooContracts, 'model'>, components: ModelServiceComponents): void {
  const { models, tiers, tools, budget, clock, inSlot, timeoutMs, signal } = components

  async function answer(message: Request): Promise<void> {
    if (signal.aborted) return
    const { key, output, messages, tools: toolNames } = message.payload
    const role = message.from
    const model = models[tiers[role]]
    const options = { causationId: message.id }
    const offered = toolNames.flatMap((name) => tools.get(name) ?? [])
    let startedAt = clock.now()

    const record = ({ request, outcome }: ModelCallRecord) => {
      const failed = 'error' in outcome
      const usage = failed ? { inputTokens: 0, outputTokens: 0 } : outcome.usage
      budget.record(usage)
      if (signal.aborted) return
      const durationMs = clock.now() - startedAt
      const [response, error] = failed ? [null, outcome.error] : [outcome, null]
      const added = request.messages.slice(messages.length)
      const payload = { role, key, modelId: model.id, output, added, durationMs, usage, response, error }
      port.publish({ type: 'ModelCall', to: 'log', payload }, options)
    }
    try {
      const reply = await generate(
        limitedInTime(model, clock, timeoutMs),
        {
          messages,
          tools: offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          output: { name: output, schema: outputs[output as OutputName] },
        },
        {
          signal,
          onRequest: () => {
            budget.admit()
            startedAt = clock.now()
          },
          onCall: record,
        },
      )
      if (signal.aborted) return
      const { text } = reply
      const payload =
        reply.kind === 'value'
          ? { kind: reply.kind, key, value: reply.value, text }
          : { kind: reply.kind, key, toolCalls: [...reply.toolCalls], text }
      port.publish({ type: 'ModelReply', to: role, payload }, options)
    } catch (error) {
      if (!signal.aborted) fail(error, role, key, options)
    }
  }

  function fail(error: unknown, role: ModelRoleId, key: string, options: { causationId: string }): void {
    const message = errorMessage(error)
    const code = ArtooError.isInstance(error) ? String(error.code) : 'model_failed'
    if (code === 'budget_exceeded') {
      port.publish({ type: 'Interrupt', to: 'R7', payload: { reason: 'limit_reached', message } }, options)
    } else {
      port.publish({ type: 'ModelFailure', to: role, payload: { key, code, message } }, options)
    }
  }

  port.receive((message) =>
    inSlot(() => answer(message)).catch((error: unknown) => {
      if (!signal.aborted) throw error
    }),
  )
}

/** The model, each of whose calls is abandoned when its time is up or the task ends, whether it heeds its signal or not. */
function limitedInTime(model: LanguageModel, clock: Clock, timeoutMs: number): LanguageModel {
  return {
    id: model.id,
    async generate(request, { signal }) {
      const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'model_timeout' })
      try {
        return await deadline.race(() => model.generate(request, { signal: deadline.signal }))
      } finally {
        deadline.release()
      }
    },
  }
}

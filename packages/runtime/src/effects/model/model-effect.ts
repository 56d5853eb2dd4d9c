import { frozenCopy } from '@artoo/bus'
import { fallingBack, generate, type Reply } from '@artoo/llm'
import {
  ArtooError,
  errorMessage,
  frozenJson,
  type LanguageModel,
  type ModelSettings,
  nextMacrotask,
  ProviderError,
  type Schema,
  shortened,
  type ToolCall,
  type ToolDescriptor,
} from '@artoo/spec'
import { masked } from '@artoo/tools'
import { byName } from '../../by-name.js'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import { type Effect, effect } from '../../scope/effect.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { FairSlots, InSlot } from '../../time/fair-slots.js'
import { type Conversation, createConversations, saidBy } from './conversations.js'
import { hookedModels } from './hooked-model.js'
import type { ModelCallHooks } from './model-call-hooks.js'
import type { Outputs } from './model-contracts.js'
import { described, type ModelPort, type Request } from './model-port.js'
import { rememberedIn, withPaid } from './remembered.js'
import { surroundedModel } from './surrounded-model.js'

type Chain = readonly [LanguageModel, ...LanguageModel[]]

export interface ModelEffectOptions {
  /** The outputs that may be asked for: the same as those of the contracts. */
  readonly outputs: Outputs
  /** The schema that an output has in one run; undefined where it is as in `outputs`. @defaultValue always undefined */
  readonly schemaOf?: ((output: string, taskId: string) => Schema | undefined) | undefined
  /** The model that answers an actor's request for an output; of several each stands in for those before it while they are down. */
  readonly modelOf: (actor: string, output: string) => LanguageModel | Chain
  /** The settings with which an actor's model is asked in one run. @defaultValue the provider's own */
  readonly settingsOf?: ((actor: string, output: string, taskId: string) => ModelSettings | undefined) | undefined
  /** The tools that may be offered to a model. @defaultValue none */
  readonly tools?: readonly ToolDescriptor[] | undefined
  /**
   * Loads code that the deciders need to answer a call of a tool, by the tool's name. It is called before a reply with such a call is
   * delivered. @defaultValue nothing is loaded late
   */
  readonly loads?: Readonly<Record<string, () => Promise<unknown>>> | undefined
  /** Places for calls in flight, over all runs. */
  readonly slots: FairSlots
  /** The actor that receives every call: the same as in the contracts. @defaultValue 'log' */
  readonly bills?: string | undefined
  /** Called around each call; the system then has `hookContracts()`. @defaultValue nothing is called */
  readonly hooks?: ModelCallHooks | undefined
}

/**
 * Answers model requests, with a model by actor, time limits by call, retries after a failure of the provider, and a
 * budget by run. Every call is logged with its cost, those that the end of the run cut off included.
 *
 * @throws {ArtooError} `duplicate_name` for two tools of one name.
 */
export function modelEffect(options: ModelEffectOptions): Effect {
  const describe = describer(byName('tools', options.tools))
  return effect({
    actor: 'model',
    unanswered: 'reissue',
    answers: { ModelRequest: ['ModelReply', 'ModelFailure', 'Interrupt'] },
    bind: (port: ModelPort, scope) => bindModelService(port, scope, { ...options, describe }),
  })
}

/** Describes each tool for models; a tool is read once. */
function describer(tools: ReadonlyMap<string, ToolDescriptor>): Components['describe'] {
  const known = new Map<string, ToolDescriptor>()
  return (toolName) => {
    const tool = tools.get(toolName)
    if (!tool || known.has(toolName)) return known.get(toolName)
    const { name, description, inputSchema } = tool
    const descriptor = Object.freeze({ name, description, inputSchema: frozenJson(inputSchema) })
    known.set(toolName, descriptor)
    return descriptor
  }
}

type Components = Omit<ModelEffectOptions, 'tools'> & {
  readonly describe: (tool: string) => ToolDescriptor | undefined
}

function bindModelService(port: ModelPort, scope: RunScope, components: Components): void {
  const { outputs, schemaOf, settingsOf, modelOf, describe, loads = {}, slots, bills = 'log', hooks } = components
  const { signal, controller } = scope
  const inSlot: InSlot = slots.forRun(signal)
  const cutting = cuttingBeside(scope.redact)
  const { conversationCharacters: room, maxOutputTokens } = scope.limits
  const conversations = createConversations(room)
  const remembered = rememberedIn(scope, conversations)
  let { turnsWithCalls } = remembered
  /** By the ids of a chain, the place of the one that is asked: a run stays with a model that stands in for another. */
  const places = new Map<string, number>()

  /** The actor's model, and those that stand in for it. `calls` are those under way: they settle soon after an abort. */
  function modelFor(message: Request, conversation: Conversation, calls: Set<Promise<unknown>>): LanguageModel {
    const { from: role, payload } = message
    const { key, output } = payload
    const choice = modelOf(role, output)
    const all: readonly LanguageModel[] = isChain(choice) ? choice : [choice]
    const id = all.map((one) => one.id).join('\n')
    let place = places.get(id) ?? 0
    const note: Parameters<typeof hookedModels>[0]['note'] = (outcome) => {
      const payload = { role, key, callId: null, ...outcome }
      port.publish({ type: 'HookOutcome', to: 'log', payload }, { causationId: message.id })
    }
    const hooked = hookedModels({ hooks, scope, role, output, note })
    const isData = schemaOf?.(output, scope.taskId) !== undefined
    const asked = { message, length: conversation.messages.length, hooked, isData, calls }
    const left = all
      .slice(place)
      .map((one) => hooked.before(surroundedModel(one, { port, scope, bills, inSlot }, asked)))
    const chain = fallingBack(left as unknown as Chain, ({ from, to, error }) => {
      places.set(id, ++place)
      const fallback = { role, key, from, to, ...described(error) }
      port.publish({ type: 'ModelFallback', to: 'log', payload: fallback }, { causationId: message.id })
    })
    return withPaid(chain, remembered.paid.get(message.id))
  }

  async function replyTo(message: Request, conversation: Conversation, calls: Set<Promise<unknown>>) {
    const { output, tools: toolNames } = message.payload
    const known = Object.hasOwn(outputs, output) ? outputs[output] : undefined
    const schema = known && (schemaOf?.(output, scope.taskId) ?? known)
    if (!schema) throw new ArtooError('unknown_output', `there is no output ${output}`, { field: 'output' })
    const { maxOutputTokens: wanted = Infinity, ...settings } = settingsOf?.(message.from, output, scope.taskId) ?? {}
    const most = Math.min(wanted, maxOutputTokens ?? Infinity)
    const mask = scope.vault?.mask()
    return generate(
      modelFor(message, conversation, calls),
      {
        messages: mask ? masked(conversation.messages, mask) : conversation.messages,
        ...toolsFor(toolNames, conversation),
        output: { name: output, schema },
        maxOutputTokens: most === Infinity ? undefined : most,
        ...(Object.keys(settings).length > 0 && { settings }),
        longestRepeat: room / 4,
      },
      { signal },
    )
  }

  /** The tools of a request; a conversation with calls keeps its own to the end. */
  function toolsFor(offered: readonly string[], { messages, tools }: Conversation) {
    const isDescribed = offered.length === 0 && messages.some(({ role }) => role === 'tool')
    const named = isDescribed ? tools : offered
    return { tools: named.flatMap((name) => describe(name) ?? []), ...(isDescribed && { toolChoice: 'none' as const }) }
  }

  /** The reply under ids of our own, because models repeat theirs. */
  function withOwnIds<T>(reply: Reply<T>): Reply<T> {
    if (reply.kind === 'value') return reply
    const turn = ++turnsWithCalls
    // A model that gives no input at all gives null: what is undefined would be gone from the journal.
    const toolCalls = reply.toolCalls.map((call, index) => ({
      ...{ ...call, input: call.input ?? null },
      id: `call_${turn}_${index + 1}`,
    }))
    return { ...reply, toolCalls }
  }

  /** @throws {ArtooError} `not_loaded` */
  async function loadFor(calls: readonly ToolCall[]): Promise<void> {
    for (const { name } of calls) {
      if (!Object.hasOwn(loads, name)) continue
      await loads[name]?.().catch((cause: unknown) => {
        throw new ArtooError('not_loaded', `the code of ${name} can't be loaded: ${errorMessage(cause)}`, { cause })
      })
    }
  }

  async function answer(message: Request): Promise<void> {
    const { key, output, messages } = message.payload
    const { from: to } = message
    const causedBy = { causationId: message.id }
    const calls = new Set<Promise<unknown>>()
    let conversation: Conversation | undefined
    try {
      conversation = conversations.ask([to, key], messages, message.payload)
      const { cut } = conversation
      if (cut) port.publish({ type: 'ConversationCut', to: 'log', payload: { role: to, key, room, ...cut } }, causedBy)
      // A model that answers at once, every time, would otherwise keep deadlines and aborts from ever firing.
      await nextMacrotask()
      if (!(await scope.mayBegin())) return
      const reply = withOwnIds(await replyTo(message, conversation, calls))
      if (reply.kind !== 'value') await loadFor(reply.toolCalls)
      if (signal.aborted) return
      const payload =
        reply.kind === 'value'
          ? { kind: reply.kind, key, output, value: reply.value }
          : { kind: reply.kind, key, output, toolCalls: [...reply.toolCalls], ...textOf(reply) }
      port.publish({ type: 'ModelReply', to, payload }, causedBy)
      conversation.answer(frozenCopy(saidBy(reply)))
    } catch (error) {
      conversation?.answer(null)
      if (!signal.aborted) fail(error, message)
    } finally {
      await Promise.allSettled(calls)
    }
  }

  /** The text beside tool calls, which a person who is asked about the calls reads. */
  function textOf({ text }: { readonly text: string }) {
    const said = text.trim()
    return said === '' ? {} : { text: cutting(() => shortened(said, longestSaid)) }
  }

  function fail(error: unknown, { id: causationId, from: to, payload: { key } }: Request): void {
    const { code, message } = described(error)
    if (Object.hasOwn(ends, code)) {
      const payload = { reason: ends[code as keyof typeof ends], message }
      port.publish({ type: 'Interrupt', to: controller, payload }, { causationId })
    } else {
      const infrastructure = ofInfrastructure.includes(code) || ProviderError.isInstance(error)
      port.publish({ type: 'ModelFailure', to, payload: { key, code, message, infrastructure } }, { causationId })
    }
  }

  port.receive(answer)
}

const isChain = (choice: LanguageModel | Chain): choice is Chain => Array.isArray(choice)

/** Why a run can't go on after an error, whatever its deciders would do about it. */
const ends = { budget_exceeded: 'limit_reached', hook_refused: 'refused', hook_failed: 'host_failed' } as const

/** The most characters of the text beside tool calls. */
const longestSaid = 300

/** Codes that are no failures of the model, beside a `ProviderError`: there was no answer, an invalid one, or one that can't be read here. */
const ofInfrastructure: readonly string[] = [
  'model_timeout',
  'first_token_timeout',
  'idle_timeout',
  'invalid_model_response',
  'not_loaded',
]

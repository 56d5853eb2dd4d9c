import { ArtooError, errorMessage, isPlainData, within } from '@artoo/spec'
import * as z from 'zod'
import type { RunScope } from '../../scope/run-scope.js'
import type { HookOutcome } from './hook-contracts.js'

type HookName = HookOutcome['hook']

const plain = z.unknown().refine(isPlainData, 'must be plain data')
const refuse = z.strictObject({ refuse: z.string().min(1) })
const message = z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.string() })
const toolCall = z.object({ id: z.string(), name: z.string().min(1), input: plain })

const shapes = {
  'onModelCall.before': {
    answer: z.union([z.strictObject({ messages: z.array(message).min(1).refine(isPlainData) }), refuse]),
    form: '{ messages } or { refuse: "why" }',
  },
  'onModelCall.after': {
    answer: z.union([z.strictObject({ text: z.string().optional(), toolCalls: z.array(toolCall).optional() }), refuse]),
    form: '{ text, toolCalls } or { refuse: "why" }',
  },
  'onToolCall.before': {
    answer: z.union([refuse, z.strictObject({ input: plain })]),
    form: '{ input } or { refuse: "why" }',
  },
  'onToolCall.after': { answer: z.strictObject({ output: z.string() }), form: '{ output }' },
} as const satisfies Record<HookName, { readonly answer: z.ZodType; readonly form: string }>

type Answers = { readonly [Name in HookName]: z.output<(typeof shapes)[Name]['answer']> }

/**
 * The answer of a hook; undefined when it has nothing against the call.
 *
 * @throws {ArtooError} `hook_failed` when it throws, takes longer than `limits.hookTimeoutMs`, or returns what is no answer; `aborted`.
 */
export async function askHook<Name extends HookName>(
  name: Name,
  { signal, clock, limits }: Pick<RunScope, 'signal' | 'clock' | 'limits'>,
  call: (signal: AbortSignal) => unknown,
): Promise<Answers[Name] | undefined> {
  const { answer, form } = shapes[name]
  const limit = { clock, timeoutMs: limits.hookTimeoutMs, code: 'hook_failed' }
  const asked = within(signal, limit, async (deadline) => {
    const given = await call(deadline.signal)
    return given === undefined || given === null ? undefined : answer.safeParse(given)
  })
  const read = await asked.catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw isFailure(cause)
      ? new ArtooError('hook_failed', `${name} failed: it gave no answer for ${limits.hookTimeoutMs} ms`, { cause })
      : hookFailure(name, cause)
  })
  if (!read) return undefined
  if (read.success) return read.data as Answers[Name]
  throw new ArtooError('hook_failed', `${name} failed: it must return nothing, ${form}`, { cause: read.error })
}

const isFailure = (error: unknown): error is ArtooError => ArtooError.isInstance(error) && error.code === 'hook_failed'

/** An error of a hook, or of reading what it gave. The words of a host's error are for its journal: pages and models read the message. */
export const hookFailure = (name: HookName, error: unknown): ArtooError =>
  isFailure(error) ? error : new ArtooError('hook_failed', `${name} failed: it threw an error`, { cause: error })

/** A failure with the words of its cause, for the log. */
export const whyOf = (error: ArtooError): string =>
  error.cause === undefined || isFailure(error.cause) ? error.message : `${error.message}: ${errorMessage(error.cause)}`

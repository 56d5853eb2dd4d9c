import { ArtooError, type Clock, deadlineFor, errorMessage, type Irreversible, type Tool } from '@artoo/spec'
import { truncateOutput } from './truncate-output.js'

export interface ConfirmRequest {
  readonly tool: string
  readonly target: string | null
  readonly input: unknown
  /** What would happen: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
}

/** The host's answer to one irreversible call; true authorises that call and no other. A throw counts as no. */
export type Confirm = (request: ConfirmRequest, options: { readonly signal: AbortSignal }) => boolean | Promise<boolean>

export interface ToolCallOptions {
  readonly signal: AbortSignal
  /** Asked before an irreversible call. Without it every such call is refused. */
  readonly confirm?: Confirm | undefined
  /** Milliseconds for the checks and again for the execution. The time `confirm` takes is not counted. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Says of a target that it may not be touched: the call is refused with `blocked_target`. */
  readonly isBlocked?: (target: string | null) => boolean
  /** Runs the execution when its turn has come. Checks and `confirm` don't wait. @defaultValue at once */
  readonly inTurn?: <Result>(execute: () => Promise<Result>) => Promise<Result>
}

/** What a tool call came to: what the model sees, and the evidence the validators get. */
export interface ToolCallOutcome {
  readonly status: 'ok' | 'error' | 'refused'
  /** At most 4 KB of UTF-8, head and tail. For an error its message; a refusal starts with `[LAW1]`. */
  readonly output: string
  readonly target: string | null
  /** null when ok; `invalid_input`, `law1_refused`, `blocked_target`, `tool_timeout`, `aborted`, `tool_failed` or the tool's own code. */
  readonly code: string | null
}

/**
 * Validates the input, asks the Law 1 gate, then executes. Never rejects and never outlives its signal or its time: a
 * tool that ignores both is abandoned. A tool may also refuse while executing, by an `ArtooError` of code `law1_refused`.
 */
export async function runToolCall(tool: Tool, input: unknown, options: ToolCallOptions): Promise<ToolCallOutcome> {
  const call: Call = { tool, options, target: null }
  try {
    return await perform(call, input)
  } catch (error) {
    return failure(call, error)
  }
}

interface Call {
  readonly tool: Tool
  readonly options: ToolCallOptions
  target: string | null
}

async function perform(call: Call, input: unknown): Promise<ToolCallOutcome> {
  const { tool, options } = call
  const checked = await within(options, async (signal) => {
    const value = await parse(tool, input)
    call.target = targetOf(tool, value)
    if (options.isBlocked?.(call.target))
      throw new ArtooError('blocked_target', `${tool.name} is blocked on ${call.target}`)
    return { value, danger: await tool.irreversible(value, { signal }) }
  })
  if (checked.danger !== null) await authorise(call, checked.value, checked.danger)
  const confirmed = checked.danger !== null
  const execute = () => within(options, async (signal) => tool.execute(checked.value, { signal, confirmed }))
  const result = await (options.inTurn ? options.inTurn(execute) : execute())
  return { status: 'ok', output: truncateOutput(asText(result)), target: call.target, code: null }
}

async function within<Result>(
  { signal, clock, timeoutMs }: ToolCallOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new ArtooError('invalid_value', 'timeoutMs must be a positive number', { field: 'timeoutMs' })
  }
  const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'tool_timeout' })
  return deadline.race(() => work(deadline.signal)).finally(deadline.release)
}

function targetOf(tool: Tool, input: unknown): string | null {
  const target: unknown = tool.target(input)
  if (target === null || typeof target === 'string') return target
  throw new ArtooError('invalid_target', `the target of ${tool.name} must be a string or null`, { field: 'target' })
}

async function parse(tool: Tool, input: unknown): Promise<unknown> {
  try {
    return await tool.parse(input)
  } catch (cause) {
    throw new ArtooError('invalid_input', errorMessage(cause), { cause })
  }
}

async function authorise(call: Call, input: unknown, danger: Irreversible): Promise<void> {
  const { confirm, signal } = call.options
  const would = `${call.tool.name} would ${danger.action} (${danger.reason})`
  if (!confirm) {
    throw refusal(`${would}. This host gave no confirm function, which alone can allow it`)
  }
  const { action, reason } = danger
  const request = { tool: call.tool.name, target: call.target, input, action, reason }
  const deadline = deadlineFor(signal)
  const answer = await deadline
    .race(async () => confirm(request, { signal: deadline.signal }))
    .catch((error: unknown) => {
      if (signal.aborted) throw error
      throw refusal(`${would}. The host's confirm failed: ${errorMessage(error)}`)
    })
    .finally(deadline.release)
  if (answer !== true) throw refusal(`${would}. The host's confirm declined; it allows the call by answering true`)
}

const refusal = (message: string) => new ArtooError('law1_refused', message)

function failure(call: Call, error: unknown): ToolCallOutcome {
  const code = call.options.signal.aborted
    ? 'aborted'
    : ArtooError.isInstance(error)
      ? String(error.code)
      : 'tool_failed'
  const message = code === 'aborted' ? 'the call was aborted' : errorMessage(error)
  const refused = code === 'law1_refused' || code === 'blocked_target'
  const output = truncateOutput(code === 'law1_refused' ? `[LAW1] refused: ${message}.` : message)
  return { status: refused ? 'refused' : 'error', output, target: call.target, code }
}

function asText(result: unknown): string {
  if (typeof result === 'string') return result
  return JSON.stringify(result) ?? ''
}

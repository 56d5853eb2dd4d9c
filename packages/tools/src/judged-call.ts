import {
  ArtooError,
  type Deadline,
  type Effect,
  type EffectKind,
  errorMessage,
  type Tool,
  unheard,
  within,
} from '@artoo/spec'
import type { Cut } from './cut-output.js'
import { carrying, effectOf } from './effect.js'
import { assertBounded } from './input-size.js'
import { masked } from './secrets/masked.js'
import type { Carried, Vault } from './secrets/vault.js'
import type { ToolCallOptions } from './tool-call.js'

/** A call under way. */
export interface Call {
  readonly tool: Tool
  readonly options: ToolCallOptions
  vault: Vault | undefined
  cut: Cut
  /** The input, before it is parsed. */
  given: unknown
  /** Inputs that a person gave. */
  amendments: number
  /** The last of them. */
  ownInput: unknown
  /** Secrets of which the tool gets the placeholder. */
  withheld: readonly string[]
  target: string | null
  effect: EffectKind | null
  confirmed: boolean
  decidedBy: string | null
}

/** A call as its tool reads it. */
export interface Judged {
  /** The input with placeholders for secrets. */
  readonly value: unknown
  /** The input that the tool gets. */
  readonly real: unknown
  /** Secrets of elsewhere in it. */
  readonly secrets: readonly string[]
  /** As the gate sees it: with secrets of elsewhere it is irreversible. */
  readonly effect: Effect
}

/** Reads an input, in which real values count as their placeholders. `isLiteral`: the placeholders of secrets of elsewhere stay as they are. */
export async function judge(call: Call, input: unknown, isLiteral = false): Promise<Judged> {
  const { tool, options } = call
  const judged = await inTime(options, async ({ signal }) => {
    assertBounded(tool.name, input)
    const given = shown(call, input)
    call.given = given
    const literal = await parse(tool, given).then(
      (value) => ({ value }),
      (error: unknown) => ({ value: given, error }),
    )
    const carried = secretsIn(call, literal.value).filter(({ isOwn }) => isOwn || !isLiteral)
    if ('error' in literal && carried.length === 0) throw literal.error
    const real = carried.length === 0 ? literal.value : await parse(tool, call.vault?.filled(given, carried))
    call.target = shown(call, targetOf(tool, real))
    const secrets = carried.filter(({ isOwn }) => !isOwn).map(({ name }) => name)
    const read = { value: literal.value, real, secrets }
    return { ...read, effect: await effectIn(call, read, signal) }
  })
  assertReads(call)
  return judged
}

/** The secrets that the call carries; a file that it does nothing but write has its own. */
function secretsIn({ tool, options, vault, given }: Call, value: unknown): readonly Carried[] {
  const { promised } = options
  const { secrets: source, writesOnly } = tool
  const isRead = value !== given
  const writes = source && writesOnly && isRead ? { file: writesOnly(value), source } : undefined
  return vault?.carriedBy(given, { writes, promised }) ?? []
}

/** Data or a text with placeholders in place of secrets. */
export function shown<T>({ vault }: Pick<Call, 'vault'>, value: T): T {
  const mask = vault?.mask()
  return mask ? masked(value, mask) : value
}

/** The text of a result or an error, with placeholders in place of secrets, which it may be the first to show. */
export function shownResult(call: Call, text: string): string {
  call.vault?.look({ text, tool: call.tool.name, target: call.target })
  return shown(call, text)
}

export function assertReads({ tool, options, effect }: Call): void {
  if (options.readsOnly && effect !== 'read') throw readsOnly(tool.name, 'it would do more than read')
}

/** The effect that the tool declares for the real input; with a secret of elsewhere in it a person is asked in any case. */
export async function effectIn(
  call: Call,
  { real, secrets }: Omit<Judged, 'effect'>,
  signal: AbortSignal,
): Promise<Effect> {
  const { tool, target, options, cut } = call
  const { taskId, context } = options
  const declared = effectOf(await tool.effect(real, { signal, taskId, context }), { tool: tool.name, target }, cut)
  call.effect = declared.kind
  return secrets.length === 0 ? declared : carrying(declared, secrets, { tool: tool.name, target })
}

export async function inTime<Result>(
  { signal, clock, timeoutMs }: ToolCallOptions,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new ArtooError('invalid_value', 'timeoutMs must be a positive number', { field: 'timeoutMs' })
  }
  return within(signal, { clock, timeoutMs, code: 'tool_timeout' }, work)
}

function targetOf(tool: Tool, input: unknown): string | null {
  const target: unknown = tool.target(input)
  if (target === null || typeof target === 'string') return target
  unheard(target)
  throw new ArtooError('invalid_target', `the target of ${tool.name} must be a string or null`, { field: 'target' })
}

async function parse(tool: Tool, input: unknown): Promise<unknown> {
  try {
    return await tool.parse(input)
  } catch (cause) {
    throw new ArtooError('invalid_input', errorMessage(cause), { cause })
  }
}

export const readsOnly = (name: string, why: string) =>
  new ArtooError('reads_only', `${name} was not called: ${why}, and this call may only read`)

import type { ToolDescriptor } from './language-model.js'

export interface ToolContext {
  readonly signal: AbortSignal
  /** True when the host has authorised this very call, which `irreversible` had declared irreversible. */
  readonly confirmed: boolean
}

/** Why a call can't be undone, in words a host can show before it asks. */
export interface Irreversible {
  /** What would happen: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
}

/**
 * A tool as artoo sees it. Made by `defineTool()` in `@artoo/tools`, which infers the types from a schema.
 * The caller validates with `parse`, asks `irreversible`, and only then runs `execute`.
 */
export interface Tool<Input = unknown> extends ToolDescriptor {
  /** Rejects with an `ArtooError` of code `invalid_value` when the input doesn't fit the schema. */
  parse(input: unknown): Promise<Input>
  /** What the call acts on (a path, a URL, a command): the unit that is blocked and remembered. */
  target(input: Input): string | null
  /** The Law 1 gate: a reason when this call can't be undone, null when it is safe to run unasked. */
  irreversible(input: Input, context: Pick<ToolContext, 'signal'>): Promise<Irreversible | null>
  /** The result is shown to the model and kept as evidence: a string as it is, anything else as JSON. */
  execute(input: Input, context: ToolContext): Promise<unknown>
}

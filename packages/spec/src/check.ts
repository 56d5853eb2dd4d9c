import type { JsonSchema } from './schema.js'

export interface CheckInput {
  /** The output under test. */
  readonly output: string
  readonly toolCalls: readonly { readonly tool: string; readonly status: string; readonly output: string }[]
  /** What the planner wrote beside the check's name. */
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface CheckContext {
  readonly signal: AbortSignal
}

export interface CheckVerdict {
  readonly pass: boolean
  /** One sentence that says what was seen. */
  readonly evidence: string
}

/** Decides a verifiable criterion by code. Its verdict is final: no model is asked, none can overrule it. */
export interface Check {
  readonly name: string
  /** Shown to the planner, which picks checks by name. */
  readonly description: string
  readonly argumentsSchema?: JsonSchema
  run(input: CheckInput, context: CheckContext): CheckVerdict | Promise<CheckVerdict>
}

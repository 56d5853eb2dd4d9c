import type { JsonSchema } from './schema.js'

export interface CheckInput {
  /** The output under test. */
  readonly output: string
  readonly toolCalls: readonly { readonly tool: string; readonly status: string; readonly output: string }[]
  /** The arguments that the planner wrote beside the check's name. */
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface CheckContext {
  readonly signal: AbortSignal
}

/**
 * Why something failed: `logical` when the approach or the reasoning was wrong, `environmental` when the approach was
 * sound but something outside stood in the way.
 */
export type FailureClass = 'logical' | 'environmental'

export interface CheckVerdict {
  readonly pass: boolean
  /** One sentence that says what was seen. */
  readonly evidence: string
  /**
   * The class of a failure. It helps to decide whether the next plan changes the path or the approach.
   * @defaultValue not known
   */
  readonly failureClass?: FailureClass | undefined
}

/**
 * Decides a verifiable criterion by code. Its verdict is final: no model is asked, none can overrule it. Made by
 * `defineCheck()` in `@artoo/tools`, which infers the arguments' types from a schema. A check that throws or takes too
 * long fails its criterion, as `environmental`.
 */
export interface Check {
  readonly name: string
  /** Shown to the planner, which picks checks by name. */
  readonly description: string
  /** Told to the planner. A plan whose arguments don't fit is turned down before anything is carried out. */
  readonly argumentsSchema?: JsonSchema | undefined
  /**
   * Throws when the arguments don't fit, for a reason that a JSON Schema can't tell: it is asked in place of
   * `argumentsSchema`. Synchronous, and depends on nothing but its argument.
   */
  parse?(value: unknown): unknown
  run(input: CheckInput, context: CheckContext): CheckVerdict | Promise<CheckVerdict>
}

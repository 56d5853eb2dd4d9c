import type { ToolDescriptor } from './language-model.js'

/** A run as a tool may hand it on: a run that is started with it as `parent` shares its budget, deadline and end. */
export interface ParentRun {
  readonly taskId: string
}

export interface ToolContext {
  readonly signal: AbortSignal
  /** True when the host has authorised this very call, whose effect is irreversible. */
  readonly confirmed: boolean
  /** The task on whose behalf the call is made. */
  readonly taskId: string
  /** What the host gave the run as `context`: a user, a tenant, a connection. Models never see it. */
  readonly context: unknown
  /** For a run that the tool starts: give it as `parent`. */
  readonly run?: ParentRun | undefined
  /** Id of the call, unique in the task and the same after a resume. */
  readonly callId: string
  /** Number of the attempt at the work that the call belongs to, from 1. */
  readonly attempt: number
  /**
   * Hash of the task, the tool, the input, and how often this very call has ended with status `ok`: for a service that carries out one
   * request per key. The same when a crash or a replan repeats the call, another in a fork, and another for a second payment. In a
   * run that a tool started, that tool's own key stands for the task: a child that is begun anew has the keys of before.
   */
  readonly idempotencyKey: string
  /** Epoch of the process that makes the call, from 1. Whoever takes the task over has a higher one, so a store can refuse a lower one. */
  readonly fence: number
}

/** What a call would do to a text that exists, for a person to look at before it is allowed. */
export interface Change {
  readonly bytesBefore: number
  readonly bytesAfter: number
  /** A unified diff, of more than 16 KB head and tail; null when the texts are too large or are no texts. */
  readonly diff: string | null
}

/**
 * What a call does to the world (paper section 9, Law 1). `read`: nothing. `repeatable`: something that may be done
 * unasked, and again without harm. `irreversible`: the host is asked first.
 */
export type EffectKind = 'read' | 'repeatable' | 'irreversible'

/** `change` is what becomes of a text, for whoever judges the call afterwards. */
export type Effect =
  | { readonly kind: 'read' }
  | { readonly kind: 'repeatable'; readonly change?: Change | undefined }
  | Irreversible

/** Why a call can't be undone, in words a host can show before it asks. */
export interface Irreversible {
  readonly kind: 'irreversible'
  /** What would happen: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
  readonly change?: Change | undefined
}

/**
 * A tool as artoo sees it. Made by `defineTool()` in `@artoo/tools`, which infers the types from a schema.
 * The caller validates with `parse`, asks for the `effect`, and only then runs `execute`.
 */
export interface Tool<Input = unknown> extends ToolDescriptor {
  /**
   * The most bytes of a result, in UTF-8; of a longer one the model gets head and tail. For a tool that bounds its results
   * itself, and says what it left out. @defaultValue 4_096; 65_536 at the most
   */
  readonly maxOutputBytes?: number | undefined
  /**
   * True for a tool that hands its `idempotencyKey` to whatever does the work, so that a second call under one key changes nothing. An
   * irreversible call that was allowed, and that a crash left without a result, is then made again without a question. @defaultValue false
   */
  readonly idempotent?: boolean | undefined
  /**
   * The effect that the tool declares: one for all calls, or `by_input`. The gate goes by `effect`; a resume compares this one with what the task
   * began with. @defaultValue it declares none
   */
  readonly declaredEffect?: EffectKind | 'by_input' | undefined
  /** Rejects with an `ArtooError` of code `invalid_value` when the input doesn't fit the schema. */
  parse(input: unknown): Promise<Input>
  /** What the call acts on (a path, a URL, a command), spelt in one way: the unit that is blocked and remembered. */
  target(input: Input): string | null
  /** The Law 1 gate: an irreversible call is put before the host. */
  effect(input: Input, context: Pick<ToolContext, 'signal' | 'taskId' | 'context'>): Promise<Effect>
  /**
   * The folder that its calls can reach: a journal, memory or audit log in it is refused, as a call could read and rewrite what was
   * decided. @defaultValue none
   */
  readonly root?: string | undefined
  /** The world that the tool works in, in a line or two for planner and executor. Asked when a run starts. @defaultValue nothing */
  surroundings?(): string
  /** The result is shown to the model and kept as evidence: a string as it is, plain data as JSON. */
  execute(input: Input, context: ToolContext): Promise<unknown>
}

const ofTool = ['parse', 'target', 'effect', 'execute'] as const

/** Whether a value has what a tool has: many hosts are written without types. */
export function isTool(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const tool = value as Readonly<Record<string, unknown>>
  return typeof tool.name === 'string' && ofTool.every((part) => typeof tool[part] === 'function')
}

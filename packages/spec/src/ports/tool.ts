import type { ToolDescriptor } from './language-model.js'
import type { SecretSource } from './secrets.js'

/** A run as a tool may hand it on: a run that is started with it as `parent` shares its budget, deadline and end. */
export interface ParentRun {
  readonly taskId: string
}

/** The progress of a tool, for whoever watches; models are not told. */
export interface ToolProgress {
  /** A line for people, of at most 300 characters. */
  readonly message?: string | undefined
  /**
   * The result so far, of at most 4,000 characters. As the result itself it may hold what a user must not see: pages get it of tools
   * that are revealed to them.
   */
  readonly output?: string | undefined
  /** Units that are done, of `total`: files, bytes, percent. */
  readonly done?: number | undefined
  readonly total?: number | undefined
}

/** A question that a tool puts before a person in the middle of its call. */
export interface ToolQuestion {
  readonly question: string
  /** Answers to choose from. Another one may be given. */
  readonly choices?: readonly string[] | undefined
}

export interface ToolContext {
  readonly signal: AbortSignal
  /** True when the host has authorised this very call, whose effect is irreversible. */
  readonly confirmed: boolean
  /** The task on whose behalf the call is made. */
  readonly taskId: string
  /** The `context` that the host gave the run: a user, a tenant, a connection. Models never see it. */
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
  /** The call is somebody else's look at the work: what it is shown counts as read by nobody who works. @defaultValue false */
  readonly readsOnly?: boolean | undefined
  /**
   * Tells how far the call has come, which becomes an event of the run: at most two a second, the last before the result in any
   * case.
   *
   * @example onProgress({ message: 'reading', done: 3, total: 10 })
   */
  readonly onProgress: (progress: ToolProgress) => void
  /**
   * Puts questions before the people of the run, by the host's `clarify`, and resolves to an answer in words for each; null where nobody answered. The
   * time that people take is not counted. No answer is taken from memory or from an earlier question.
   *
   * @example const [branch] = await ask([{ question: 'To which branch?', choices: ['main', 'next'] }])
   */
  readonly ask: (questions: readonly ToolQuestion[]) => Promise<readonly (string | null)[]>
  /** Epoch of the process that makes the call, from 1. Whoever takes the task over has a higher one, so a store can refuse a lower one. */
  readonly fence: number
}

/** A change that a call would make to an existing text, shown to a person before the call is allowed. */
export interface Change {
  readonly bytesBefore: number
  readonly bytesAfter: number
  /** A unified diff, of more than 16 KB head and tail; null when the texts are too large or are no texts. */
  readonly diff: string | null
}

/**
 * Effect of a call on the world (paper section 9, Law 1). `read`: nothing. `outbound`: a read that sends data out, such as a request to a URL or
 * a query to a service. `repeatable`: something that may be done unasked, and again without harm. `irreversible`: the host is asked first.
 */
export type EffectKind = 'read' | 'outbound' | 'repeatable' | 'irreversible'

/** Whether a call of that kind leaves the world as it is. */
export const onlyReads = (kind: EffectKind): boolean => kind === 'read' || kind === 'outbound'

/** Effect of one call. `change` is what becomes of a text, for whoever judges the call afterwards. */
export type Effect =
  | { readonly kind: 'read' | 'outbound' }
  | ({ readonly kind: 'repeatable'; readonly change?: Change | undefined } & Pick<Irreversible, 'undo' | 'obeyedBy'>)
  | Irreversible

/** Why a call can't be undone, in words a host can show before it asks. */
export interface Irreversible {
  readonly kind: 'irreversible'
  /** The action in words: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
  readonly change?: Change | undefined
  /** Parts of the call that are not known to be harmless, such as the programs of a line of a shell. @defaultValue the call is one part */
  readonly parts?: readonly CallPart[] | undefined
  /** `snapshot`: writing files is all that the call does, and a snapshot of each is kept that brings it back. @defaultValue nothing brings it back */
  readonly undo?: 'snapshot' | undefined
  /** The program that executes or obeys the written file, such as `git` or `npm`. Only a rule that names the file covers the call. @defaultValue none */
  readonly obeyedBy?: string | undefined
  /**
   * The secrets that the call carries, such as `API_KEY of .env`: it is asked about whatever rule, mode or earlier yes there is.
   * @defaultValue none
   */
  readonly secrets?: readonly string[] | undefined
  /** Present when a repeat is harmless: a person may then allow it for a whole task. @defaultValue each call is asked about */
  readonly repeat?: Repeat | undefined
}

/** A part of a call in words: `rm notes.txt`, `deletes files`. */
export interface CallPart {
  readonly text: string
  readonly does: string
}

/** Calls that a yes to one of them may cover. */
export interface Repeat {
  /** Permission rule that covers the call and its repeats, such as `shell: npm test`. */
  readonly rule: string
  /** Digest of what the call rests on. The rule covers a repeat as long as the digest is the same. */
  readonly state: string
  /** A statement for the person, such as `runs whatever this task writes, with your rights`. @defaultValue none */
  readonly note?: string | undefined
  /** Whether a yes may outlive the task. */
  readonly always: boolean
}

/** Reads patterns of permission rules for one tool. */
export interface RuleReader<Input = unknown> {
  /** @throws {ArtooError} `invalid_rule` for a pattern that no call can match. */
  assert(pattern: string): void
  /** Whether some part of the call may be what the pattern names: read generously, for rules that deny or ask. */
  touches(pattern: string, input: Input): boolean | Promise<boolean>
  /** The patterns that together cover the whole call, read strictly, for rules that allow; null when they don't. */
  covers(patterns: readonly string[], input: Input): readonly string[] | null | Promise<readonly string[] | null>
  /**
   * Whether a call mentions what a pattern names that `assert` refuses, in a rule for several tools (`*: secrets/**`) that denies or asks.
   *
   * @defaultValue such a rule is no rule of this tool
   */
  mentions?(pattern: string, input: Input): boolean
}

/** A file that a task has changed. */
export interface FileChange {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
  readonly change: Change
}

export interface UndoneFiles {
  readonly restored: readonly string[]
  /** Files that are left as they are, each with the reason. */
  readonly left: readonly { readonly path: string; readonly why: string }[]
  /** Commands that the calls ran, each once and shortened, the first one first: what they changed is not taken back. */
  readonly commands: readonly string[]
}

/** Calls of a task, by their ids. @defaultValue for `calls` all of them */
export interface TaskCalls {
  readonly calls?: ((callId: string) => boolean) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Both states of each file that the calls of a task have changed, kept outside of every root that a tool reaches, and the commands that they ran. */
export interface FileHistory {
  /** Whether anything is kept of a task. @defaultValue unknown, which counts as true */
  knows?(taskId: string): Promise<boolean>
  /** The files that the calls wrote and that differ from what they were before. */
  diff(taskId: string, options?: TaskCalls): Promise<readonly FileChange[]>
  /**
   * Brings files back to what they were before the calls, but for those that somebody else has changed, also back to an earlier state. Carried
   * out wholly or, when its process is killed, by the next call. `paths` are files, folders and globs. @defaultValue for `paths` all of them
   */
  undo(taskId: string, options?: TaskCalls & { readonly paths?: readonly string[] | undefined }): Promise<UndoneFiles>
  /** Removes everything that is kept of a task. */
  remove(taskId: string): Promise<void>
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
  /**
   * The target of the call (a path, a URL, a command), in one spelling: the unit that is blocked and remembered. Null
   * when it has none.
   */
  target(input: Input): string | null
  /** The Law 1 gate: an irreversible call is put before the host. */
  effect(input: Input, context: Pick<ToolContext, 'signal' | 'taskId' | 'context'>): Promise<Effect>
  /**
   * The folder that its calls can reach: a journal, memory or audit log in it is refused, as a call could read and rewrite what was
   * decided. @defaultValue none
   */
  readonly root?: string | undefined
  /**
   * The way in which patterns of permission rules are compared with a call.
   * @defaultValue as text with `*` for any characters, against the target
   */
  readonly rules?: RuleReader<Input> | undefined
  /** The file history that the tool writes to, or notes its commands in; the tools of one root share one. @defaultValue none */
  readonly history?: FileHistory | undefined
  /**
   * The secret values that its calls may come upon; the tools of one root share one source. They are masked in everything that the run
   * publishes, whichever tool or model it is from. @defaultValue none
   */
  readonly secrets?: SecretSource | undefined
  /**
   * The one file that a call writes, by the name that `secrets` has for it. Its own secrets are written back unasked; a call that carries any
   * other one asks a person. @defaultValue every secret that a call carries is asked about
   */
  writesOnly?(input: Input): string
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

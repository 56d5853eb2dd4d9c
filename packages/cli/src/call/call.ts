import type { Readable, Writable } from 'node:stream'

/** The world around a command, so that tests can put another in its place. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  /** Whether something was piped or redirected into stdin. */
  readonly hasInput: boolean
  readonly stdout: TerminalOutput
  readonly stderr: TerminalOutput
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the command was started in. */
  readonly cwd: string
  /** Aborts when the terminal is closed, the pipe breaks or the process gets a signal to end. */
  readonly signal: AbortSignal
}

/** An output that may be a terminal. */
export type TerminalOutput = Writable & {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
}

/** Values of the flags that a command line names; a flag that is left out is undefined. */
export interface Flags {
  readonly model?: string | undefined
  readonly dir?: string | undefined
  readonly mode?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly config?: string | undefined
  readonly depth?: string | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly session?: string | undefined
  readonly continue?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly maxMinutes?: string | undefined
  readonly maxCost?: string | undefined
  readonly at?: string | undefined
  readonly state?: string | undefined
  readonly force?: boolean | undefined
  readonly files?: boolean | undefined
  readonly panel?: string | undefined
  readonly stakes?: string | undefined
}

/** A command line that was parsed. */
export interface Call extends Surroundings {
  readonly words: readonly string[]
  readonly flags: Flags
}

/** Carries out a command and resolves to the exit code. */
export type RunCommand = (call: Call) => Promise<number>

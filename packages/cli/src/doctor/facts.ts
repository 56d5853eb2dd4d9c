import type { Permissions, TaskState } from '@artoo/sdk'
import type { SandboxReport } from '@artoo/spec'
import type { Call } from '../call/call.js'
import type { Place } from './install-line.js'
import type { Problem } from './problem.js'

/** A model that a task would ask. */
export interface ModelFacts {
  /** Its id as the log has it, `openai/gpt-5`. */
  readonly id: string
  /** The flag, variable or file that names it. */
  readonly from: string
  /** The variable that its key was found in; null for a model without one, or that has it from elsewhere. */
  readonly key: string | null
}

/** The parts of configuration that `doctor` looks at. */
export interface Settings {
  /** Real path of the folder that tools work in. */
  readonly root: string
  /** Paths of the files that count. */
  readonly files: readonly string[]
  /** Sentences on files that don't count, each with the way out. */
  readonly ignored: readonly string[]
  readonly models: readonly ModelFacts[] | Problem
  readonly permissions: Permissions
}

/** Reads the settings that a task in this call would have. It asks a person about no file. Rejects for a file that can't be read. */
export type ReadSettings = (call: Call) => Promise<Settings>

export interface StateFacts {
  readonly path: string
  readonly isWritable: boolean
  /** Permissions of the folder, `0o700`; null on a system without permissions. */
  readonly mode: number | null
  readonly isInsideRoot: boolean
  readonly bytes: number
}

export interface PackageFacts {
  readonly name: string
  /** The installed version; null: not installed. */
  readonly version: string | null
}

export interface TerminalFacts {
  readonly isTerminal: boolean
  readonly hasColours: boolean
  /** `TERM=dumb`, which can move no cursor. */
  readonly isDumb: boolean
  readonly columns: number | null
  readonly isUtf8: boolean
  /** Options of the tmux around; null outside of tmux, and each null where it can't be read. */
  readonly tmux: { readonly extendedKeys: string | null; readonly escapeMs: number | null } | null
}

/** The state of a machine and a folder, as far as tasks need it. */
export interface Facts {
  readonly node: string
  /** The version of the packages of artoo. */
  readonly release: string
  readonly place: Place
  /** Start of the command that installs programs, `apt-get install`; null: unknown. */
  readonly installer: string | null
  readonly settings: Settings | Problem
  /** Its version; null: not installed. */
  readonly git: string | null
  readonly sandbox: SandboxReport | null
  readonly state: StateFacts | Problem
  /** Tasks by state. */
  readonly journal: Readonly<Partial<Record<TaskState, number>>> | Problem
  /** Null: it can be opened. */
  readonly memory: Problem | null
  /** Rules that a person allowed for good. */
  readonly keptRules: readonly string[] | Problem
  readonly packages: readonly PackageFacts[]
  readonly terminal: TerminalFacts
}

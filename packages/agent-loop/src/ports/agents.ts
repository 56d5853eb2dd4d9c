import type { ParentRun } from '@artoo/spec'
import type { AtomBrief } from '../state/brief.js'
import type { CheckFinding } from './checker.js'

/** The task of a sub-agent. */
export interface SubAgentTask {
  readonly brief: AtomBrief
  /** The brief as a model reads it. */
  readonly prompt: string
  /** Its own folder: absolute path. */
  readonly directory: string
  /** Decides the success criteria by code, in a copy of the folder as it stands: false when a protected file was changed. */
  readonly check: () => Promise<CheckFinding>
  /** Commands that may run unasked as long as `changedIn` gives no path, each as its argv. */
  readonly allowedCommands: readonly (readonly string[])[]
  /** Files in the folder that define a command of the plan and are not what they were when it was agreed on. */
  readonly changedIn: (argv: readonly string[]) => Promise<readonly string[]>
  /** Aborts when its result is not wanted any more. */
  readonly signal: AbortSignal
  /** For a run that it starts: give it as `parent`, and it shares budget, deadline and end of the loop. */
  readonly run: ParentRun
}

export interface WorkerReport {
  /** As the worker sees it; whether the criteria hold is decided by code. */
  readonly success: boolean
  /**
   * The work done, for those who build on it; otherwise the reason why not. The part beyond 2,000 characters is stored
   * separately.
   */
  readonly summary: string
  /** Paths of what it made. @defaultValue none */
  readonly artifacts?: readonly string[] | undefined
}

export interface ProbeReport {
  readonly feasible: boolean
  readonly findings: string
  /** In tokens. @defaultValue unknown */
  readonly costEstimate?: number | undefined
}

/** Does the work of an atom in its folder. To throw is to fail. */
export type Worker = (task: SubAgentTask) => Promise<WorkerReport>

/** Looks whether a way is viable. Its folder is thrown away. */
export type Probe = (task: SubAgentTask) => Promise<ProbeReport>

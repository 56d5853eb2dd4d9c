import type { AgreedCommand, FilePins } from '@artoo/tools'
import type { CheckData } from '../state/check-data.js'

/** The result of a check that was run in a folder. */
export interface CheckFinding {
  /** Null when only a person could tell. */
  readonly pass: boolean | null
  readonly evidence: string
}

export interface CheckRun {
  readonly directory: string
  /** Commands that may run unasked, each as its argv, beside those known to read only. */
  readonly allowedCommands: readonly (readonly string[])[]
  readonly signal: AbortSignal
}

/** Decides checks by code. */
export interface Checker {
  /** Why the data makes no check, in words that a model can act on; null when it does. */
  review(check: CheckData, allowedCommands: readonly (readonly string[])[]): string | null
  run(check: CheckData, options: CheckRun): Promise<CheckFinding>
  /** Pins the files under a folder that globs name as they are. */
  pin(directory: string, globs: readonly string[], signal: AbortSignal): Promise<FilePins>
  /** Pins the files under a folder that define a command as they are; what `except` names may change. */
  pinCommand(
    directory: string,
    argv: readonly string[],
    except: readonly string[],
    signal: AbortSignal,
  ): Promise<FilePins>
  /** The paths under a folder that are not as they were pinned: changed, removed or new. */
  changed(directory: string, pins: FilePins, signal: AbortSignal): Promise<readonly string[]>
  /** Why a person is asked before a file of this path is landed; null for a file like any other. */
  whyLandingAsks(path: string, commands: readonly AgreedCommand[]): string | null
}

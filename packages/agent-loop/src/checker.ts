import type { CheckData } from './state/check-data.js'

/** What a check, run in a folder, came to. */
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
  /** SHA-256 of the files under a folder that the globs name, by path. */
  hashes(directory: string, paths: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, string>>>
}

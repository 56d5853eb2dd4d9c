import type { Change } from '@artoo/spec'

/** A folder in which one sub-agent works. */
export interface Workspace {
  /** Absolute path. */
  readonly directory: string
}

export type Integration =
  /** Its changes stand on `head`; `commit` is null when it changed nothing. */
  | {
      readonly status: 'integrated'
      readonly commit: string | null
      readonly head: string
      readonly changed: readonly string[]
    }
  /** It changed what it may not, or what was changed meanwhile: nothing was taken over. */
  | { readonly status: 'conflict'; readonly paths: readonly string[]; readonly reason: string }

export interface Reverted {
  readonly head: string
  /** Commits that could not be taken back, each with what stays: `a1b2c3 src/a.ts: …`. */
  readonly residual: readonly string[]
}

export type Landing =
  | { readonly status: 'landed'; readonly changed: readonly string[] }
  /** Not landed: no file was changed. `refused`: a person said no. */
  | { readonly status: 'conflict' | 'refused'; readonly paths: readonly string[]; readonly reason: string }

export interface LandingUndone {
  readonly status: 'undone'
  /** Files that are as they were before. */
  readonly restored: readonly string[]
  /** Files that were changed since the landing: they are left as they are. */
  readonly left: readonly string[]
}

/** A file that a landing is about to write or to delete. */
export interface LandingChange {
  /** From the user's folder, with slashes. */
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
}

export interface LandingDifference extends LandingChange {
  readonly change: Change
}

export interface LandingOptions {
  readonly signal: AbortSignal
  /**
   * Called with all changes before anything is written. `diff` compares the files at these paths. Gives the reason of a no, or null
   * to go on.
   *
   * @defaultValue goes on
   */
  readonly refusal?:
    | ((
        changes: readonly LandingChange[],
        diff: (paths: readonly string[]) => Promise<readonly LandingDifference[]>,
      ) => Promise<{ readonly paths: readonly string[]; readonly reason: string } | null>)
    | undefined
}

/**
 * The folders in which sub-agents work. Each starts from the loop's head, so that failed work is thrown away and
 * successful work is one commit. The user's own checkout is never touched, except by `land`. Calls are carried out one
 * at a time.
 */
export interface Workspaces {
  /**
   * Makes ready. With no `head` the loop's line of work begins with the user's folder as it stands, uncommitted edits included;
   * else it stands at `head`, and what an earlier process left open or half done is discarded.
   */
  prepare(loopId: string, head: string | null, signal: AbortSignal): Promise<{ readonly head: string }>
  /**
   * A folder for whoever has this id, at the head, or with what stands in another open one (`from`). Of a `reading` one nothing is
   * ever integrated.
   */
  open(id: string, kind: 'writing' | 'reading', signal: AbortSignal, from?: string): Promise<Workspace>
  /** Takes over what was changed in it, if all lies in the claim (globs; none means anywhere), and closes it. */
  integrate(id: string, options: { readonly claim: readonly string[]; readonly message: string }): Promise<Integration>
  /** Throws away a folder and all in it. Of an unknown id nothing is done. */
  discard(id: string): Promise<void>
  /** Takes commits back, in the order given. */
  revert(commits: readonly string[]): Promise<Reverted>
  /** Brings what the loop has done into the user's own folder: all of it or nothing, also when its process is killed meanwhile. */
  land(options: LandingOptions): Promise<Landing>
  /** Takes the last landing back. Null when there is none. */
  undoLanding(): Promise<LandingUndone | null>
  /** Takes down what is open; the line of work stays. */
  close(): Promise<void>
}

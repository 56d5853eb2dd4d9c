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
  /** Nothing was changed. */
  | { readonly status: 'conflict'; readonly paths: readonly string[]; readonly reason: string }

/**
 * Where sub-agents work: each in a folder of its own that starts from the loop's head, so that what fails is thrown away and what
 * succeeds is one commit. The user's own checkout is never touched, but by `land`. Calls are carried out one at a time.
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
  /** Brings what the loop has done into the user's own folder: all of it or nothing. */
  land(signal: AbortSignal): Promise<Landing>
  /** Takes down what is open; the line of work stays. */
  close(): Promise<void>
}

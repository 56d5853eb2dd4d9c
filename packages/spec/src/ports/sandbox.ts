/** The reach of a confined program. Paths are absolute, without links, and name places that exist. */
export interface Confinement {
  /** Folders whose content it may change. Everything else is read-only. */
  readonly write: readonly string[]
  /** Files and folders inside of those that stay as they are. */
  readonly readOnly: readonly string[]
  /** Files and folders whose content stays unseen, whatever the host's own rules say. */
  readonly unreadable: readonly string[]
  /** Files and folders that it sees although the sandbox hides them from others. @defaultValue none */
  readonly read?: readonly string[] | undefined
  /** Hosts that it may connect to, such as `registry.npmjs.org`, `*.example.org` or `example.org:8443`. None closes the network, loopback included. */
  readonly network: readonly string[]
}

/** Something that a confined program was refused. */
export type SandboxDenial =
  | { readonly kind: 'network'; readonly host: string; readonly port: number | null }
  | { readonly kind: 'write' | 'read'; readonly path: string }

export interface ConfineOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly confinement: Confinement
  readonly signal: AbortSignal
}

/** A program as it is started in place of the one that was to be confined. */
export interface ConfinedProgram {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Releases what was held for the program, and resolves to what it was refused. To be called once, when the program has ended or was never started. */
  ended(): Promise<readonly SandboxDenial[]>
}

/** Hosts that a command reaches unasked. */
export interface NetworkRule {
  /** The words of one command, as in a permission rule: `npm ci`, `git push *`. */
  readonly command: string
  readonly hosts: readonly string[]
}

/** State of a sandbox in words, for people and for `artoo doctor`. */
export interface SandboxReport {
  /** Whether programs are confined. */
  readonly available: boolean
  /** The mechanism of the operating system, such as `bubblewrap 0.8.0`; null when there is none. */
  readonly mechanism: string | null
  /** Problems, each with its remedy: `bubblewrap is missing: apt-get install bubblewrap`. Warnings when programs are confined all the same. */
  readonly problems: readonly string[]
}

/** Confines programs with the means of the operating system. Made by `sandbox()` of `@artoo/sandbox`. */
export interface Sandbox {
  /** Hosts by command that need no question. */
  readonly network: readonly NetworkRule[]
  /** Places outside of a root that every program may read, where they would be hidden. */
  readonly read: readonly string[]
  /** Folders that every program may write to beside the root: an absolute path, or one relative to the root, such as build output. */
  readonly write: readonly string[]
  report(): SandboxReport
  /** @throws {ArtooError} `sandbox_unavailable` where there is no sandbox: nothing is started without one. */
  confine(argv: readonly string[], options: ConfineOptions): Promise<ConfinedProgram>
  /** Ends the helpers. Programs that run are ended with them. */
  close(): Promise<void>
}

/** Files that are to stay as they are. Plain data. */
export interface FilePins {
  /** Paths of files and folders, and globs: what is new in them counts, too. */
  readonly globs: readonly string[]
  /** Globs of what may change all the same; of what is pinned, nothing. */
  readonly except: readonly string[]
  /** Names of folders that no wildcard looks into. */
  readonly skip: readonly string[]
  /** SHA-256 of what was there, by path. */
  readonly files: Readonly<Record<string, string>>
}

/** A command that a person agreed to, with what defined it then. */
export interface AgreedCommand {
  readonly argv: readonly string[]
  readonly pins: FilePins
}

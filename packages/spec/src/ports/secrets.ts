/** A value that stays in the process: models, journals and events hold `[secret <name> of <file>]` in its place. */
export interface SecretValue {
  /** The name of the value in its file, such as `API_KEY`. */
  readonly name: string
  /** The file that holds it, by the name that file tools have for it. */
  readonly file: string
  /** The value as a program reads it. */
  readonly value: string
  /** The value as it stands in the file, with its escapes. @defaultValue the same as `value` */
  readonly written?: string | undefined
}

/** The secret values of a place. */
export interface SecretSource {
  /** The values as they are now. Returns the same list as long as nothing has changed, and never throws. */
  values(): readonly SecretValue[]
  /** Takes in the values of files that hold keys under any name, of those that there are: later `values()` has them. Never throws. */
  lookInto(files: readonly string[]): void
}

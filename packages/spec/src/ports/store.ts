/**
 * Any abstract-level store, whatever it keeps: text and bytes, or only one of them (browser-level: bytes). Whoever uses one names its own
 * encodings, so the store's defaults don't matter. The type names members and not the class: whether a subclass fits that depends on the
 * order in which TypeScript compares stores.
 */
export interface Store {
  readonly supports: { readonly permanence?: boolean | undefined }
  readonly status: string
  sublevel(name: string, options: object): object
  batch(operations: never[]): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/** The folder of a store in files; a sublevel is in those of its database. */
export function locationOf(store: Store | undefined): string | undefined {
  const { location } = Object((store as { readonly db?: unknown } | undefined)?.db ?? store) as {
    readonly location?: unknown
  }
  return typeof location === 'string' ? location : undefined
}

import type { FileHistory, Irreversible } from '@artoo/spec'

/** A write that is about to be made. */
export interface Write {
  readonly taskId: string
  readonly callId: string
  /** Absolute, with links followed. */
  readonly real: string
  /** The file before the write; null when there is none. */
  readonly before: { readonly content: Buffer; readonly mode: number } | null
  readonly after: string
  readonly signal: AbortSignal
}

/** A write that is asked about. */
export interface Written {
  readonly tool: string
  readonly real: string
  /** Relative to the root, links followed. */
  readonly name: string
  /** The size in bytes of the larger of both states. */
  readonly bytes: number
  readonly signal: AbortSignal
}

/** Carries a write out; the id is part of the name of its draft. */
export type CarryOut = (id: string) => Promise<void>

/** Keeps both states of the files that tools write. */
export interface FileKeeper {
  /**
   * Stores both states, carries the write out and notes that it was done. For a file that is not covered only the write
   * is noted.
   */
  write(write: Write, carryOut: CarryOut): Promise<void>
  /** Returns the part of an effect that says how a write can be undone, and which program obeys the file. */
  undoOf(written: Written): Promise<Pick<Irreversible, 'undo' | 'obeyedBy' | 'repeat'>>
  /** The history, which shows and undoes changes. @defaultValue nothing is kept */
  readonly history?: FileHistory | undefined
}

import type { FileHistory, Irreversible } from '@artoo/spec'

/** A write that is about to be made. */
export interface Write {
  readonly taskId: string
  readonly callId: string
  /** Absolute, with links followed. */
  readonly real: string
  /** Null where no file is. */
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
  /** Of the larger one of both states. */
  readonly bytes: number
  readonly signal: AbortSignal
}

/** Carries a write out; the id is part of the name of its draft. */
export type CarryOut = (id: string) => Promise<void>

/** Keeps both states of the files that tools write. */
export interface FileKeeper {
  /** Keeps both states, or of a file that is not covered that it is written, then has the write carried out and notes that it was. */
  write(write: Write, carryOut: CarryOut): Promise<void>
  /** The part of an effect that says how a write is taken back, and who obeys the file. */
  undoOf(written: Written): Promise<Pick<Irreversible, 'undo' | 'obeyedBy' | 'repeat'>>
  /** For whoever shows changes and takes them back. @defaultValue nothing is kept */
  readonly history?: FileHistory | undefined
}

/** `missing` stops a task, a `warning` hampers it, `optional` adds to what it can do. */
export type CheckState = 'ok' | 'missing' | 'warning' | 'optional'

/** A line of `artoo doctor`. */
export interface Check {
  readonly name: string
  readonly state: CheckState
  readonly text: string
  /** The command that fixes it; null if there is no such command. */
  readonly mend: string | null
}

const maker =
  (state: CheckState) =>
  (name: string, text: string, mend: string | null = null): Check => ({ name, state, text, mend })

export const ok = maker('ok')
export const missing = maker('missing')
export const warning = maker('warning')
export const optional = maker('optional')

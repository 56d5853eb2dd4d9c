import type { Clarify, Confirm } from '@artoo/sdk'

/** The person who started the command. */
export interface Person {
  readonly confirm: Confirm
  readonly clarify: Clarify
  /** Stops reading answers. Open requests are withdrawn. */
  close(): void
}

/** The name under which answers stand in logs. */
export const personName = 'terminal'

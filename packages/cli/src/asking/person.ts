import type { Clarify, Confirm } from '@artoo/sdk'

/** The one who started the command, as far as they can be asked. */
export interface Person {
  readonly confirm: Confirm
  readonly clarify: Clarify
  /** Stops to read answers; nobody is there any more. */
  close(): void
}

/** The name under which answers stand in logs. */
export const personName = 'terminal'

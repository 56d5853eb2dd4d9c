import type { RedactText } from '../journal/redact.js'
import type { RunContext } from '../people/run-context.js'
import { Part } from './parents.js'
import type { StartedRun } from './started-run.js'

/**
 * The whole of a run's work, with the current context. A class, since V8 keeps all that a getter of an object literal closes over until its
 * next full collection.
 */
export class Whole extends Part {
  readonly #redact: () => RedactText | undefined

  constructor(
    taskId: string,
    runOf: () => StartedRun,
    readonly held: RunContext,
    redact: () => RedactText | undefined,
  ) {
    super(taskId, runOf)
    this.#redact = redact
  }

  get context(): unknown {
    return this.held.value()
  }

  get redact() {
    return this.#redact()
  }
}

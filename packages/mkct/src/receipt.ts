import type { Written } from './commit-writes.js'

export interface WriteReceipt {
  readonly id: string
  /** False when the queue was full or the memory closed: nothing will be written, and `settled` rejects. */
  readonly accepted: boolean
  /**
   * Settles when the batch is down, and never rejects when it is: while nobody can tell, it waits (`write_in_doubt` once the
   * memory is closed). A rejection nobody listens to is not reported as unhandled.
   */
  readonly settled: Promise<Written>
}

type Outcome = { readonly written: Written } | { readonly error: unknown }

/** Makes its promise only when asked for it: most writers never look, and a promise costs as much as a key. */
export class Receipt implements WriteReceipt {
  #outcome: Outcome | null = null
  #promise: Promise<Written> | null = null
  #announce: (outcome: Outcome) => void = ignore

  constructor(
    readonly id: string,
    readonly accepted: boolean,
  ) {}

  get settled(): Promise<Written> {
    if (this.#promise) return this.#promise
    const outcome = this.#outcome ?? new Promise<Outcome>((resolve) => (this.#announce = resolve))
    this.#promise = unpack(outcome)
    this.#promise.catch(ignore)
    return this.#promise
  }

  settle(outcome: Outcome): void {
    this.#outcome = outcome
    this.#announce(outcome)
  }
}

async function unpack(outcome: Outcome | Promise<Outcome>): Promise<Written> {
  const settled = await outcome
  if ('error' in settled) throw settled.error
  return settled.written
}

function ignore(): void {}

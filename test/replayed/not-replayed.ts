/** Shared by all copies of this module: setup files and tests may have one each. */
const key = Symbol.for('artoo.test.not-replayed')
const shared = globalThis as { [key]?: string | undefined }

/** To be called first in a test: its runs are not listened to, nor replayed when it is over, for the reason given. */
export function notReplayed(reason: string): void {
  shared[key] = reason
}

export const refusal = {
  stands: () => shared[key] !== undefined,
  /** The test is over. */
  end(): string | undefined {
    const reason = shared[key]
    shared[key] = undefined
    return reason
  },
}

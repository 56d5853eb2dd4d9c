import type { RunEventOf } from '@artoo/runtime'
import type { LoopContracts, LoopResult } from '../messages/contracts.js'
import type { LoopRun } from './run-loop.js'

/** A loop under way. Await it for how it stands in the end, iterate it for what happens; both any number of times. */
export interface LoopHandle extends PromiseLike<LoopResult>, AsyncIterable<RunEventOf<LoopContracts>> {
  readonly result: Promise<LoopResult>
}

export function loopHandle(begun: Promise<LoopRun>, ended: Promise<LoopResult>): LoopHandle {
  // A handle that nobody awaits is no error.
  ended.catch(() => undefined)
  return {
    result: ended,
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
    then: (onResult, onError) => ended.then(onResult, onError),
    async *[Symbol.asyncIterator]() {
      // One that can't begin ends with why.
      const run = await Promise.race([begun, ended.then(() => begun)])
      yield* run.handle
    },
  }
}

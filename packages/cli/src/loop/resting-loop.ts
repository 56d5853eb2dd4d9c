import type { LoopOptions } from '@artoo/agent-loop'
import type { LoopPackage } from './loop-package.js'

interface Resting extends Pick<LoopOptions, 'workspaces' | 'confirm'> {
  readonly path: string
}

/** The loop of a state file for all but work: it needs no model. */
export function restingLoop({ path, ...rest }: Resting, { createLoop, stateFileStore, nodeChecker }: LoopPackage) {
  return createLoop({
    ...rest,
    store: stateFileStore(path),
    checker: nodeChecker(),
    worker: async () => ({ success: false, summary: 'this loop is only looked at' }),
  })
}

import type { LoopOptions } from '@artoo/agent-loop'
import type { LoopPackage } from './loop-package.js'

interface Resting extends Pick<LoopOptions, 'workspaces' | 'confirm'> {
  readonly path: string
}

/** Acts on the loop of a state file without working on it: no model is needed. */
export async function withRestingLoop<Result>(
  { path, ...rest }: Resting,
  { createLoop, stateFileStore, nodeChecker }: LoopPackage,
  act: (loop: ReturnType<LoopPackage['createLoop']>) => Promise<Result>,
): Promise<Result> {
  const loop = createLoop({
    ...rest,
    store: stateFileStore(path),
    checker: nodeChecker(),
    worker: async () => ({ success: false, summary: 'this loop is only looked at' }),
  })
  try {
    return await act(loop)
  } finally {
    await loop.close()
  }
}

import { optionalPackage } from '../agent/optional-package.js'

export type LoopPackage = typeof import('@artoo/agent-loop') & typeof import('@artoo/agent-loop/node')

/** `@artoo/agent-loop`, which isn't installed with this package. @throws {ArtooError} `missing_package` */
export function loopPackage(action: string): Promise<LoopPackage> {
  const needed = { packages: ['@artoo/agent-loop'], command: `artoo loop ${action}` } as const
  return optionalPackage(needed, async () => ({
    ...(await import('@artoo/agent-loop')),
    ...(await import('@artoo/agent-loop/node')),
  }))
}

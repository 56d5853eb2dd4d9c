import type { Summaries } from './summaries.js'

/** The policies that tables and claims name. */
export const ours = 'causes'
export const before = 'measured, the default before'
export const loop = 'retry + lists, settling'
export const words = 'feedback in words, settling'
export const knowing = 'oracle that knows the cause, settling'
const retries = ['retry', 'retry + lists'] as const

/** The better of the two plain loops in a family. */
export const betterRetry = (summaries: Summaries, family: string): string =>
  retries.reduce((best, one) =>
    summaries.mean(one, 'solved', family).mean > summaries.mean(best, 'solved', family).mean ? one : best,
  )

import type { Memory } from '@artoo/sdk'

const kept = { id: 'none', accepted: true, settled: Promise.resolve() } as const

/** A memory that keeps nothing, so that every task is the first. */
export const noMemory = {
  write: () => kept,
  consult: async () => ({ readings: [], rules: [] }),
  flush: async () => {},
} as unknown as Memory

import type { Distill } from './promotion.js'

/** What is being asked, and what was asked in vain. Kept for as long as the memory is open, by a name for each pair. */
export function createQuestions() {
  const underWay = new Set<string>()
  const vain = new WeakMap<Distill, Map<string, string>>()

  return {
    /** Runs `job`, unless one for the pair is under way: two cycles at once don't ask for the same rule. */
    async once(pair: string, job: () => Promise<void>): Promise<void> {
      if (underWay.has(pair)) return
      underWay.add(pair)
      try {
        await job()
      } finally {
        underWay.delete(pair)
      }
    },
    inVain: (distill: Distill, pair: string, evidence: string): boolean => vain.get(distill)?.get(pair) === evidence,
    setInVain(distill: Distill, pair: string, evidence: string): void {
      const pairs = vain.get(distill) ?? new Map<string, string>()
      vain.set(distill, pairs.set(pair, evidence))
    },
    /** Drops the pairs that there is no more to ask about. */
    keep(distill: Distill, pairs: ReadonlySet<string>): void {
      const known = vain.get(distill)
      for (const pair of known?.keys() ?? []) if (!pairs.has(pair)) known?.delete(pair)
    },
  }
}

export type Questions = ReturnType<typeof createQuestions>

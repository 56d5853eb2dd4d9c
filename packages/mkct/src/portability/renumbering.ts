import type { Megram } from '../megram/megram.js'

/**
 * Which numbers an import's Megrams have here. A rule's mark of what it had consolidated becomes the highest number here of
 * its pair's Megrams that the mark covered: so none of them is consolidated again, whatever was here before.
 */
export function createRenumbering() {
  const byPair = new Map<string, [old: number, now: number][]>()
  const pairOf = ({ space, entity }: Megram) => JSON.stringify([space, entity])

  return {
    note(megram: Megram, old: number, now: number): void {
      if (megram.level === 'C') return
      const pair = pairOf(megram)
      const numbers = byPair.get(pair)
      if (numbers) numbers.push([old, now])
      else byPair.set(pair, [[old, now]])
    },
    apply(megram: Megram): Megram {
      const { consolidated } = megram
      if (consolidated === undefined) return megram
      let mark = 0
      for (const [old, now] of byPair.get(pairOf(megram)) ?? []) if (old <= consolidated) mark = Math.max(mark, now)
      return { ...megram, consolidated: mark }
    },
  }
}

export type Renumbering = ReturnType<typeof createRenumbering>

import type { Conflict } from '../protocol/card.js'

/** A verifier and an attacker that look at the same thing in different stances (Appendix B). */
const pairs = [
  {
    neutral: 31,
    hostile: 40,
    type: 'SCOPE',
    resolution: 'Whether a gap is there goes by 31, how much falls with it by 40.',
  },
  {
    neutral: 30,
    hostile: 35,
    type: 'METHODOLOGICAL',
    resolution:
      'A checked counterexample of 30 outweighs a doubted premise of 35; a doubted premise outweighs a search that found nothing.',
  },
  {
    neutral: 33,
    hostile: 39,
    type: 'CONCLUSORY',
    resolution: 'A rival cause of 39 counts where 33 has not ruled it out; otherwise 33 holds.',
  },
] as const

/** The conflicts of that agent's card: the same on both sides. */
export const overlapsOf = (id: number): readonly Conflict[] =>
  pairs.flatMap(({ neutral, hostile, type, resolution }) => {
    if (id !== neutral && id !== hostile) return []
    return [{ agent: id === neutral ? hostile : neutral, type, resolution }]
  })

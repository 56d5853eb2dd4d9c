const words = [
  ['A quiet', 'The last', 'Our first', 'One long', 'Another', 'That other'],
  ['morning', 'winter', 'letter', 'journey', 'garden', 'bridge', 'harbour'],
  ['in', 'after', 'without', 'before', 'near'],
  ['Lisbon', 'Hamburg', 'Dublin', 'the north', 'the station', 'midnight', '1999'],
] as const

/** Titles as editors write them, the same ones for the same seed. */
export function ordinaryTitles(seed: number, count: number): readonly string[] {
  let state = seed
  const pick = (from: readonly string[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)] as string
  }
  return Array.from({ length: count }, () => words.map(pick).join(' '))
}

/** Titles that nobody thinks of: each attacker knows some of one kind. */
export const edgeTitles = {
  'very long and very short ones': ['a', 'b', 'The end '.repeat(40), 'x'.repeat(4000)],
  punctuation: ['C', 'C++', 'C#', '- - -', 'What if?', 'What, if'],
  'case and diacritics': ['Polish', 'polish', 'Résumé', 'Resume', 'Ölçü'],
  'other scripts': ['東京', '北京', 'Москва'],
  'ligatures and fractions': ['½', '1 2', '㎏', 'ﬁn', 'fin'],
} as const

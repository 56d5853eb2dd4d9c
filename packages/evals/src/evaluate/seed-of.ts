/** The seed of one run, below 2³²: it depends on the report's seed, the case's name and the repeat, and on nothing else. */
export function seedOf(seed: number, name: string, repeat: number): number {
  // FNV-1a, mixed at the end as in MurmurHash3, so that neighbours have unlike seeds.
  let state = 0x811c9dc5
  for (const character of `${seed} ${repeat} ${name}`) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

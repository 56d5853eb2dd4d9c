import type { Memory } from '@artoo/sdk'

type Query = Parameters<Memory['consult']>[0]

const intentPrefix = 'intent:'

/** A memory in which all tasks of a kind have one intent, whatever their words: no kind is taken for another. */
export function withKindsKnown(memory: Memory, kind: () => string): Memory {
  const known = (space: string) => (space.startsWith(intentPrefix) ? intentPrefix + kind().replaceAll(' ', '-') : space)
  return {
    ...memory,
    write: (megram) => memory.write({ ...megram, space: known(megram.space) }),
    async consult(query: Query, options) {
      if (query.spaces.some((space) => space.startsWith('word:'))) return { readings: [], rules: [] }
      const own = query.pairs.find(({ space }) => space.startsWith(intentPrefix))?.space
      const pairs = query.pairs.map((pair) => ({ ...pair, space: known(pair.space) }))
      const { readings, rules } = await memory.consult({ ...query, pairs }, options)
      const asAsked = (space: string) => (own && space.startsWith(intentPrefix) ? own : space)
      return { readings: readings.map((reading) => ({ ...reading, space: asAsked(reading.space) })), rules }
    },
  }
}

import type { StoredLevel } from '../megram/megram.js'
import type { Pair } from '../megram/pair.js'
import { decodePart, encodeNumber, encodePart, type KeyRange, rangeOf } from './key-encoding.js'

/**
 * The key schema of one namespace: the paper's `m|`, `x|`, `l|` and `r|` (section 6.6) and what speed and safety add.
 *
 * | key | value |
 * |---|---|
 * | `h` | head: schema, last sequence, its link, counts |
 * | `e sequence` | journal entry: link and Megram, or a tombstone |
 * | `i id` | sequence |
 * | `k key` | what was written under an idempotency key |
 * | `o digest` | sequence of what an idempotency key stood for before it was forgotten |
 * | `x space entity at sequence` | contribution to the pair |
 * | `a space entity` | the pair's aggregate; without an entity, the space's |
 * | `w space until entity` | until when the pair isn't ignored |
 * | `d due sequence` | expiry |
 * | `l level space entity sequence` | knowledge and rules |
 * | `r sequence` | last recall |
 * | `s subject sequence` | subject |
 * | `c id sequence` | who depends on `id`: a rule on its sources, feedback on its rule |
 * | `f` | present while erased text may linger in the store's files |
 */
export function createKeys(namespace: string) {
  const root = `${encodePart(namespace)} `
  const pairPart = (space: string, entity: string) => `${encodePart(space)} ${encodePart(entity)} `
  /** A pair's part; without an entity, what its space's pairs begin with. */
  const placePart = (space: string, entity?: string) =>
    entity === undefined ? `${encodePart(space)} ` : pairPart(space, entity)
  const aggregateRoot = `${root}a `
  const aggregate = (space: string, entity: string) => `${aggregateRoot}${pairPart(space, entity)}`
  return {
    all: rangeOf(root),
    head: `${root}h `,
    erasing: `${root}f `,
    table: (name: 'e' | 'i' | 'k' | 'o' | 'x' | 'a' | 'd' | 'l' | 'r' | 's' | 'c' | 'w'): KeyRange =>
      rangeOf(`${root}${name} `),
    entry: (sequence: number) => `${root}e ${encodeNumber(sequence)} `,
    id: (id: string) => `${root}i ${encodePart(id)} `,
    idempotency: (key: string) => `${root}k ${encodePart(key)} `,
    forgotten: (digest: string) => `${root}o ${digest} `,
    member: (space: string, entity: string, at: number, sequence: number) =>
      `${root}x ${pairPart(space, entity)}${encodeNumber(at)} ${encodeNumber(sequence)} `,
    members: (space: string, entity?: string) => rangeOf(`${root}x ${placePart(space, entity)}`),
    aggregate,
    aggregates: (space: string) => rangeOf(`${aggregateRoot}${encodePart(space)} `),
    /** The aggregate keys of the pair and of its space. */
    sums: ({ space, entity }: Pair) => [aggregate(space, entity), aggregate(space, '')],
    isOfSpace: (key: string) => key.endsWith('  '),
    heeded: (aggregate: string, until: number) =>
      `${root}w ${aggregate.slice(aggregateRoot.length).replace(' ', ` ${encodeNumber(until)} `)}`,
    heededAfter: (space: string, now: number): KeyRange => {
      const { lt } = rangeOf(`${root}w ${encodePart(space)} `)
      return { gte: `${root}w ${encodePart(space)} ${encodeNumber(now + 1)} `, lt }
    },
    /** The pair of a key of the tables `a` and `w`. */
    pairOf(key: string): Pair {
      const parts = key.slice(aggregateRoot.length, -1).split(' ')
      return { space: decodePart(parts[0] ?? ''), entity: decodePart(parts.at(-1) ?? '') }
    },
    aggregateOfMember: (key: string) => `${aggregateRoot}${key.slice(aggregateRoot.length, -24)}`,
    due: (at: number, sequence: number) => `${root}d ${encodeNumber(at)} ${encodeNumber(sequence)} `,
    dueUntil: (at: number): KeyRange => ({ gte: `${root}d `, lt: `${root}d ${encodeNumber(at + 1)} ` }),
    level: (level: StoredLevel, space: string, entity: string, sequence: number) =>
      `${root}l ${level} ${pairPart(space, entity)}${encodeNumber(sequence)} `,
    levels: (level: StoredLevel, space?: string, entity?: string) =>
      rangeOf(`${root}l ${level} ${space === undefined ? '' : placePart(space, entity)}`),
    recalled: (sequence: number) => `${root}r ${encodeNumber(sequence)} `,
    subject: (subject: string, sequence: number) => `${root}s ${encodePart(subject)} ${encodeNumber(sequence)} `,
    subjects: (subject: string) => rangeOf(`${root}s ${encodePart(subject)} `),
    dependent: (id: string, sequence: number) => `${root}c ${encodePart(id)} ${encodeNumber(sequence)} `,
    dependents: (id: string) => rangeOf(`${root}c ${encodePart(id)} `),
    memberTime: (key: string) => Number.parseInt(key.slice(-24, -13), 36),
    /** The sequence that ends every index key. */
    lastNumber: (key: string) => Number.parseInt(key.slice(key.lastIndexOf(' ', key.length - 2) + 1, -1), 36),
  }
}

export type Keys = ReturnType<typeof createKeys>

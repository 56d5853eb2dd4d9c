import { type Aggregate, later, liveSums, type Position } from './aggregate.js'
import { decodeAggregate } from './aggregate-codec.js'
import { loadAggregates } from './aggregates.js'
import type { Consultation, Query, Reading, Rule } from './consultation.js'
import { contradictionOf } from './contradiction.js'
import { type Engine, timeOf } from './engine.js'
import type { KeyRange } from './key-encoding.js'
import { potentialsOf } from './potentials.js'
import { readRecords, type Stored } from './records.js'

/** What a consultation found, before anything is written about it. */
export interface Hits {
  readonly consultation: Consultation
  readonly rules: readonly Hit[]
}

export interface Hit {
  readonly stored: Stored
  /** The pair's most recent episode against the rule, when fresh evidence contradicts it. */
  readonly contradictedBy: Stored | null
}

interface Candidate extends Omit<Reading, 'lesson'> {
  readonly newest: Position | null
}

const mostPairs = 50

/** Reads potentials, lessons and rules. Writes nothing. */
export async function lookUp(engine: Engine, query: Query, signal?: AbortSignal): Promise<Hits> {
  signal?.throwIfAborted()
  const now = timeOf(engine)
  const found = new Map<string, Candidate>()
  for (const [index, aggregate] of (await loadAggregates(engine, query.pairs)).entries()) {
    const pair = query.pairs[index]
    if (pair) found.set(nameOf(pair), candidateOf(pair, aggregate, now))
  }
  for (const space of new Set(query.spaces)) {
    signal?.throwIfAborted()
    const { whole, pairs } = await readSpace(engine, space, now, query.limit ?? mostPairs)
    found.set(nameOf(whole), whole)
    for (const pair of pairs) found.set(nameOf(pair), pair)
  }
  signal?.throwIfAborted()
  const candidates = [...found.values()]
  const newest = await readRecords(
    engine,
    candidates.map((candidate) => candidate.newest?.sequence ?? 0),
  )
  const readings = candidates.map(({ newest: _, ...reading }, index) => ({
    ...reading,
    lesson: newest[index]?.megram.content ?? null,
  }))
  const rules = await findRules(engine, query, now, signal)
  return { consultation: { readings, rules: rules.map(({ rule }) => rule) }, rules }
}

function nameOf({ space, entity }: { readonly space: string; readonly entity: string | null }): string {
  return JSON.stringify([space, entity])
}

function candidateOf(
  pair: { space: string; entity: string | null },
  aggregate: Aggregate | null,
  now: number,
): Candidate {
  const { attention, decision } = liveSums(aggregate?.buckets ?? [], now)
  return {
    space: pair.space,
    entity: pair.entity,
    ...potentialsOf(attention, decision),
    newest: aggregate?.newest ?? null,
  }
}

/** Costs the sums that are read: the space's own, and those of the pairs that are heeded longest. */
async function readSpace(engine: Engine, space: string, now: number, limit: number) {
  const { access, keys } = engine
  const [sum = null] = await loadAggregates(engine, [{ space, entity: '' }])
  const heeded = await access.page(keys.heededAfter(space, now), { limit, reverse: true })
  const names = heeded.map(([key]) => keys.pairOfAggregate(keys.aggregateOfHeeded(key)))
  const sums = await loadAggregates(engine, names)
  const pairs = names.map((pair, index) => candidateOf(pair, sums[index] ?? null, now))
  const whole = candidateOf({ space, entity: null }, sum, now)
  const newest = sum && (await currentNewest(engine, space, sum.newest))
  return { whole: { ...whole, newest }, pairs: pairs.filter(({ action }) => action !== 'ignore') }
}

/** The newest Megram of a space is looked for again only when the last one known was erased. */
async function currentNewest({ access, keys }: Engine, space: string, known: Position): Promise<Position | null> {
  if ((await access.get(keys.entry(known.sequence)))?.includes('"id":')) return known
  let newest: Position | null = null
  for await (const page of access.pages(keys.aggregates(space))) {
    for (const [key, value] of page) {
      if (!keys.isOfSpace(key)) newest = later(newest, decodeAggregate(value)?.newest ?? null)
    }
  }
  return newest
}

async function findRules(engine: Engine, { pairs, spaces }: Query, now: number, signal?: AbortSignal) {
  const { access, keys } = engine
  const ranges: KeyRange[] = [
    ...pairs.map(({ space, entity }) => keys.levels('C', space, entity)),
    ...spaces.map((space) => keys.levels('C', space)),
  ]
  const sequences = new Set<number>()
  for (const range of ranges) {
    for await (const page of access.pages(range, signal)) {
      for (const [key] of page) sequences.add(keys.lastNumber(key))
    }
  }
  const stored = (await readRecords(engine, [...sequences])).flatMap((record) => record ?? [])
  const aggregates = await loadAggregates(
    engine,
    stored.map(({ megram }) => megram),
  )
  return Promise.all(
    stored.map(async (record, index): Promise<Hit & { readonly rule: Rule }> => {
      const live = liveSums(aggregates[index]?.buckets ?? [], now)
      const contradictedBy = await contradictionOf(engine, record, live, now)
      return { stored: record, contradictedBy, rule: ruleOf(record, contradictedBy !== null) }
    }),
  )
}

function ruleOf({ megram }: Stored, suppressed: boolean): Rule {
  const { id, space, entity, content, sigma, f, at, sources = [] } = megram
  return { id, space, entity, text: content, sigma, f, at, sources, suppressed }
}

import { type Aggregate, liveSums, type Position } from './aggregate.js'
import { decodeAggregate } from './aggregate-codec.js'
import { loadAggregates, recompute } from './aggregates.js'
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
    const { whole, pairs } = await readSpace(engine, space, now, signal)
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

async function readSpace(engine: Engine, space: string, now: number, signal?: AbortSignal) {
  const { access, keys } = engine
  const pairs: Candidate[] = []
  let attention = 0
  let decision = 0
  let newest: Position | null = null
  for await (const page of access.pages(keys.aggregates(space), signal)) {
    for (const [key, value] of page) {
      const pair = keys.pairOfAggregate(key)
      const candidate = candidateOf(pair, decodeAggregate(value) ?? (await recompute(engine, pair)), now)
      attention += candidate.attention
      decision += candidate.decision
      newest = later(newest, candidate.newest)
      if (candidate.action !== 'ignore') pairs.push(candidate)
    }
  }
  const whole: Candidate = { space, entity: null, ...potentialsOf(attention, decision), newest }
  return { whole, pairs }
}

function later(a: Position | null, b: Position | null): Position | null {
  if (!a || !b) return a ?? b
  return b.at > a.at || (b.at === a.at && b.sequence > a.sequence) ? b : a
}

async function findRules(engine: Engine, { pairs, spaces }: Query, now: number, signal?: AbortSignal) {
  const { access, keys } = engine
  const ranges: KeyRange[] = [
    ...pairs.map(({ space, entity }) => keys.levelsOfPair('C', space, entity)),
    ...spaces.map((space) => keys.levelsOfSpace('C', space)),
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

import { type Engine, timeOf } from '../journal/engine.js'
import { readRecords, recordsAt, type Stored } from '../journal/records.js'
import { loadAggregates } from '../journal/stored-aggregates.js'
import { anchorOf } from '../megram/megram.js'
import type { Pair } from '../megram/pair.js'
import { type Aggregate, decodeAggregate, later, liveSums, type Position } from '../potentials/aggregate.js'
import { decay } from '../potentials/decay.js'
import type { Entry } from '../store/store.js'
import type { Consultation, NewestMegram, Query, Reading, Rule } from './consultation.js'
import { contradictionOf, mostLooks } from './dissonance.js'

/** A rule that a consultation found, before anything is written about it. */
export interface Hit {
  readonly stored: Stored
  /** The pair's most recent episode against the rule, when fresh evidence contradicts it. */
  readonly contradictedBy: Stored | null
}

interface Candidate extends Pick<Reading, 'space' | 'entity'> {
  readonly sums: Aggregate | null
}

const mostPairs = 50

/** Reads potentials, lessons and rules. Writes nothing. */
export async function lookUp(engine: Engine, query: Query, signal?: AbortSignal) {
  const now = timeOf(engine)
  const candidates = [...(await withSums(engine, query.pairs))]
  for (const space of new Set(query.spaces)) {
    signal?.throwIfAborted()
    candidates.push(...(await ofSpace(engine, space, now, query.limit ?? mostPairs)))
  }
  signal?.throwIfAborted()
  const distinct = new Map(candidates.map((one) => [JSON.stringify([one.space, one.entity]), one]))
  const found = [...distinct.values()]
  const readings = query.lessons === false ? found.map((one) => live(one, now)) : await readingsOf(engine, found, now)
  const rules = await findRules(engine, query, now, signal)
  return { consultation: { readings, rules: rules.map(ruleOf) } satisfies Consultation, rules }
}

async function withSums(engine: Engine, pairs: readonly Pair[]): Promise<readonly Candidate[]> {
  const sums = await loadAggregates(engine, pairs)
  return pairs.map(({ space, entity }, index) => ({ space, entity, sums: sums[index] ?? null }))
}

/** The space itself, and those of its pairs that are heeded longest: costs the sums that are read. */
async function ofSpace(engine: Engine, space: string, now: number, limit: number): Promise<readonly Candidate[]> {
  const { access, keys } = engine
  const heeded = await access.page(keys.heededAfter(space, now), { limit, reverse: true })
  const pairs = heeded.map(([key]) => keys.pairOf(key))
  const [whole, ...others] = await withSums(engine, [{ space, entity: '' }, ...pairs])
  return [{ space, entity: null, sums: whole?.sums ?? null }, ...others]
}

/** Potentials without a lesson. */
const live = ({ space, entity, sums }: Candidate, now: number): Reading => ({
  space,
  entity,
  ...liveSums(sums?.buckets ?? [], now),
  lesson: null,
})

async function readingsOf(engine: Engine, candidates: readonly Candidate[], now: number): Promise<readonly Reading[]> {
  const sequences = candidates.flatMap(({ sums }) => sums?.newest.sequence ?? [])
  const known = new Map((await readRecords(engine, sequences)).map((stored) => [stored.sequence, stored]))
  return Promise.all(
    candidates.map(async ({ space, entity, sums }) => {
      const newest = sums && (known.get(sums.newest.sequence) ?? (entity === null && (await newestIn(engine, space))))
      const reading = live({ space, entity, sums }, now)
      if (!newest) return reading
      const speaking = await speakingFor(engine, reading, newest)
      const lesson = speaking?.megram.content ?? null
      const writer = originOf(speaking ?? newest)
      return { ...reading, lesson, ...writer, newest: newestOf(newest, now) }
    }),
  )
}

function newestOf(stored: Stored, now: number): NewestMegram {
  const { at, sigma, f, k, content } = stored.megram
  const attention = Math.abs(f) * decay(k, now - anchorOf(stored.megram))
  return { at, sigma, attention, content, ...originOf(stored) }
}

const originOf = ({ megram: { origin } }: Stored) => (origin === undefined ? {} : { origin })

/** The newest Megram that bears the action out: who is warned reads what speaks against the pair, not what went well since. */
async function speakingFor(
  engine: Engine,
  { space, entity, action }: Pick<Reading, 'space' | 'entity' | 'action'>,
  newest: Stored,
): Promise<Stored | null> {
  if (action === 'ignore') return newest
  const direction = action === 'exploit' ? 1 : -1
  if (direction * newest.megram.sigma > 0) return newest
  if (entity === null) return newest.megram.sigma === 0 ? newest : null
  const { access, keys } = engine
  const page = await access.page(keys.members(space, entity), { limit: mostLooks, reverse: true })
  const latest = await recordsAt(engine, page)
  return latest.find(({ megram }) => direction * megram.sigma > 0) ?? newest
}

/** The newest Megram of a space, which is looked for only when the last one known was erased. */
async function newestIn(engine: Engine, space: string): Promise<Stored | null> {
  const { access, keys } = engine
  let newest: Position = { at: 0, sequence: 0 }
  for await (const page of access.pages(keys.aggregates(space))) {
    for (const [key, value] of page) {
      const sums = keys.isOfSpace(key) ? null : decodeAggregate(value)
      if (sums) newest = later(newest, sums.newest)
    }
  }
  const [stored = null] = await readRecords(engine, [newest.sequence])
  return stored
}

async function findRules(
  engine: Engine,
  { pairs, spaces }: Query,
  now: number,
  signal?: AbortSignal,
): Promise<readonly Hit[]> {
  const { access, keys } = engine
  const ranges = [
    ...pairs.map(({ space, entity }) => keys.levels('C', space, entity)),
    ...spaces.map((space) => keys.levels('C', space)),
  ]
  const entries = new Map<string, Entry>()
  for (const range of ranges) {
    for await (const page of access.pages(range, signal)) for (const entry of page) entries.set(entry[0], entry)
  }
  const rules = await recordsAt(engine, [...entries.values()])
  const megrams = rules.map(({ megram }) => megram)
  const sums = await loadAggregates(engine, megrams)
  return Promise.all(
    rules.map(async (stored, index) => {
      const { action } = liveSums(sums[index]?.buckets ?? [], now)
      return { stored, contradictedBy: await contradictionOf(engine, stored, action, now) }
    }),
  )
}

function ruleOf({ stored, contradictedBy }: Hit): Rule {
  const { id, space, entity, content: text, sigma, f, at, origin, sources = [] } = stored.megram
  const suppressed = contradictedBy !== null
  return { id, space, entity, text, sigma, f, at, ...(origin !== undefined && { origin }), sources, suppressed }
}

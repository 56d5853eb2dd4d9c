import { ArtooError } from '@artoo/spec'
import { type Engine, timeOf } from '../journal/engine.js'
import { withSubjectsOf } from '../journal/lineage.js'
import { readRecords, recordsAt } from '../journal/records.js'
import { loadAggregates, membersOf } from '../journal/stored-aggregates.js'
import type { Megram } from '../megram/megram.js'
import { megramFrom } from '../megram/new-megram.js'
import type { Pair } from '../megram/pair.js'
import { decodeAggregate, liveSums, type Member } from '../potentials/aggregate.js'
import { decay } from '../potentials/decay.js'
import { directSum, type Potentials, sumTolerance, thresholds } from '../potentials/potentials.js'
import type { Entry } from '../store/store.js'
import { commitWrites } from '../write/commit-writes.js'

/** The Megrams from which a rule is to be distilled. */
export interface Evidence extends Pair {
  /** Prefer (a best practice) or must not (a constraint). */
  readonly kind: 'best_practice' | 'constraint'
  readonly attention: number
  readonly decision: number
  /** The strongest Megrams, at most 50, strongest first. */
  readonly megrams: readonly Megram[]
}

/**
 * Says the evidence, a copy, as one rule, or null when there is none in it. A model call, usually: give it a time limit, as
 * only its signal ends a cycle that waits for it. The same function isn't asked again for evidence in which it found no
 * rule, or whose rule was empty or too long, until the pair has newer Megrams or the memory is opened again.
 */
export type Distill = (evidence: Evidence, options: { readonly signal: AbortSignal }) => Promise<string | null>

export interface Gathered {
  readonly evidence: Evidence
  /** The sequence number up to which earlier rules have consolidated the pair. */
  readonly watermark: number
  /** Everything of the pair up to this sequence number is consolidated by the rule. */
  readonly consolidated: number
}

const strongest = 50

/** The pairs among these aggregates that reach the thresholds of paper section 7.2. */
export function promisingPairs(engine: Engine, aggregates: readonly Entry[]): readonly Pair[] {
  const { keys } = engine
  const now = timeOf(engine)
  const promising = aggregates.filter(
    ([key, value]) => !keys.isOfSpace(key) && reaches(liveSums(decodeAggregate(value)?.buckets ?? [], now)),
  )
  return promising.map(([key]) => keys.pairOf(key))
}

function reaches({ attention, decision }: Potentials): boolean {
  const slack = sumTolerance * attention
  return attention + slack >= thresholds.promoteAttention && Math.abs(decision) + slack >= thresholds.promoteDecision
}

/** The evidence that no rule has consolidated yet; null when it doesn't reach the thresholds, by the exact sum. */
export async function gatherEvidence(engine: Engine, pair: Pair): Promise<Gathered | null> {
  const { watermark, rules } = await consolidatedUpTo(engine, pair)
  const [aggregate] = await loadAggregates(engine, [pair])
  if (!aggregate || aggregate.lastWrite <= watermark) return null
  const now = timeOf(engine)
  const members = await membersOf(engine, pair)
  const fresh = members.filter(({ sequence }) => sequence > watermark && !rules.has(sequence))
  const potentials = directSum(fresh, now)
  if (!reaches(potentials)) return null
  const { attention, decision } = potentials
  const weight = ({ f, sigma, k, anchor }: Member) => Math.sign(decision) * sigma * f * decay(k, now - anchor)
  const chosen = [...fresh].sort((a, b) => weight(b) - weight(a)).slice(0, strongest)
  const sequences = chosen.map(({ sequence }) => sequence)
  const megrams = (await readRecords(engine, sequences)).map(({ megram }) => megram)
  const kind = decision > 0 ? 'best_practice' : 'constraint'
  const consolidated = fresh.reduce((latest, { sequence }) => Math.max(latest, sequence), 0)
  return { evidence: { ...pair, kind, attention, decision, megrams }, watermark, consolidated }
}

/**
 * The sequence number up to which the pair's rules, demoted ones included, have consolidated it, and the numbers of
 * those rules.
 */
async function consolidatedUpTo(engine: Engine, { space, entity }: Pair) {
  const { access, keys } = engine
  const rules = new Set<number>()
  let watermark = 0
  for (const level of ['C', 'K'] as const) {
    for await (const page of access.pages(keys.levels(level, space, entity))) {
      for (const { sequence, megram } of await recordsAt(engine, page)) {
        if (megram.consolidated === undefined) continue
        watermark = Math.max(watermark, megram.consolidated)
        rules.add(sequence)
      }
    }
  }
  return { watermark, rules }
}

/**
 * Appends the rule, linked to its sources and with their subjects. Null when a rule that consolidates the pair further has
 * come meanwhile, by an import. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} `empty_rule`; `source_erased` when a source was erased meanwhile: the rule would keep what was to be
 * forgotten; `duplicate_id`, or `invalid_megram` for a text over the limit: a rule passes the checks of a write.
 */
export async function appendRule(
  engine: Engine,
  { evidence, watermark, consolidated }: Gathered,
  text: unknown,
): Promise<string | null> {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ArtooError('empty_rule', 'distill gave an empty text; give a sentence, or null for no rule.')
  }
  const { kind, space, entity, megrams } = evidence
  const present = await engine.access.getMany(megrams.map(({ id }) => engine.keys.id(id)))
  if (present.includes(undefined)) {
    throw new ArtooError('source_erased', 'A source was erased meanwhile; no rule was kept.')
  }
  if ((await consolidatedUpTo(engine, evidence)).watermark > watermark) return null
  const state = kind === 'best_practice' ? 'accept' : 'abandon'
  const sources = megrams.map(({ id }) => id)
  const id = engine.ids()
  const given = { space, entity, content: text, state, level: 'C', sources, origin: 'dreamer' } as const
  const rule = megramFrom(given, id, timeOf(engine))
  const [outcome] = await commitWrites(engine, [{ ...withSubjectsOf(megrams, rule), consolidated }])
  if (outcome instanceof ArtooError) throw outcome
  return id
}

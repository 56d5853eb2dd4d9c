import { ArtooError, assertOptions, countOption } from '@artoo/spec'
import { type Engine, timeOf } from '../journal/engine.js'
import { recordsAt, recordsOf } from '../journal/records.js'
import { loadAggregates } from '../journal/stored-aggregates.js'
import type { Megram } from '../megram/megram.js'
import { checkTag } from '../megram/new-megram.js'
import { liveSums } from '../potentials/aggregate.js'
import { type Hit, lookUp } from '../read/consult.js'
import type { Query } from '../read/consultation.js'
import { recordDissonance } from '../read/dissonance.js'
import type { KeyRange } from '../store/key-encoding.js'
import { recallRecords } from '../write/recall.js'
import type { Lifecycle } from './lifecycle.js'
import { onDemand } from './load-on-demand.js'
import type { Memory } from './memory.js'

export function createReading(engine: Engine, lifecycle: Lifecycle, namespace: string) {
  const { keys } = engine

  async function megramsAt(range: KeyRange, limit?: number): Promise<readonly Megram[]> {
    const entries = await engine.access.page(range, limit === undefined ? {} : { limit, reverse: true })
    return (await recordsAt(engine, entries)).map(({ megram }) => megram)
  }

  /** In the background, so that what goes wrong there fails no read. */
  function noteHits(rules: readonly Hit[]): void {
    const hits = rules.map(({ stored }) => stored.megram.id)
    lifecycle.inBackground(() => recallRecords(engine, hits))
    for (const { stored, contradictedBy } of rules) {
      if (contradictedBy) {
        lifecycle.inBackground(() => recordDissonance(engine, stored.megram, contradictedBy.megram))
      }
    }
  }

  return {
    async potentials(space, entity) {
      checkPair(space, entity)
      return lifecycle.read(async () => {
        const [aggregate] = await loadAggregates(engine, [{ space, entity }])
        return liveSums(aggregate?.buckets ?? [], timeOf(engine))
      })
    },
    async consult(query, { signal } = {}) {
      checkQuery(query)
      return lifecycle.read(async () => {
        const { consultation, rules } = await lookUp(engine, query, signal)
        if (rules.length > 0 && engine.damage.length === 0) noteHits(rules)
        return consultation
      })
    },
    async recent(space, entity, count) {
      checkPair(space, entity)
      countOption('count', count)
      return lifecycle.read(() => megramsAt(keys.members(space, entity), count))
    },
    async rules(space, entity) {
      checkPair(space, entity ?? 'any')
      return lifecycle.read(() => megramsAt(keys.levels('C', space, entity)))
    },
    async explain(space, entity) {
      checkPair(space, entity)
      return lifecycle.read(async () => (await onDemand()).explainPair(engine, { space, entity }))
    },
    async get(id) {
      checkTag('id', id)
      return lifecycle.read(async () => {
        const [record] = await recordsOf(engine, [id])
        return record?.megram ?? null
      })
    },
    async *megrams(filter = {}, { signal } = {}) {
      await lifecycle.ready()
      const { iterateRecords } = await onDemand()
      yield* iterateRecords(engine, filter, lifecycle.untilClosed(signal))
    },
    summary: () => lifecycle.read(async () => (await onDemand()).summaryOf(engine, namespace)),
  } satisfies Partial<Memory>
}

function checkPair(space: unknown, entity: unknown): void {
  checkTag('space', space)
  checkTag('entity', entity)
}

function checkQuery(query: Query): void {
  assertOptions(query, ['pairs', 'spaces', 'limit', 'lessons'], { of: 'consult', code: 'invalid_query' })
  const { pairs, spaces, limit = 1, lessons = true } = query
  if (!Array.isArray(pairs)) throw invalidQuery('pairs', 'a list of { space, entity }')
  if (!Array.isArray(spaces)) throw invalidQuery('spaces', 'a list of spaces')
  if (!Number.isSafeInteger(limit) || limit < 0) throw invalidQuery('limit', 'a whole number from 0')
  if (typeof lessons !== 'boolean') throw invalidQuery('lessons', 'true or false')
  for (const pair of pairs) {
    assertOptions(pair, ['space', 'entity'], { of: 'A pair', path: 'pairs', code: 'invalid_query' })
    checkPair(pair.space, pair.entity)
  }
  for (const space of spaces) checkTag('space', space)
}

function invalidQuery(field: string, wanted: string): ArtooError {
  return new ArtooError('invalid_query', `${field} must be ${wanted}.`, { field })
}

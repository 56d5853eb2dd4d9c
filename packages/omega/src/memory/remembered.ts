import { ArtooError } from '@artoo/spec'
import type { SessionState } from '../protocol/state.js'
import { addedUp, agreementsOf } from './agreement.js'
import { type Inconsistency, missingReferences, notInTimeline } from './consistency.js'
import { failureId, failureRecord, lessonOf, successId, successRecord } from './entry-records.js'
import { patternId, patternRecord } from './pattern-record.js'
import type { OmegaRecords, RecordChange } from './record-store.js'
import type { ProblemPattern } from './records.js'
import { type Ended, type Service, servicesOf } from './service.js'
import { kindOf, slugOf } from './signature.js'

/** The entries that a session added to the registries. */
export interface WrittenEntries {
  /** Under which the session is known. */
  readonly session: string
  /** It was remembered before, and nothing was written. */
  readonly known: boolean
  /** null: the session ended before its problem was classified. */
  readonly pattern: string | null
  readonly failures: readonly string[]
  readonly successes: readonly string[]
  /** Agents of which the memory was told. */
  readonly megrams: number
}

export interface RememberedSession {
  readonly changes: readonly RecordChange[]
  readonly services: readonly Service[]
  readonly written: WrittenEntries
}

interface Session {
  readonly ended: Ended
  readonly id: string | undefined
  /** The pattern it belongs to; without one it founds its own. */
  readonly match: ProblemPattern | null
}

/** Everything that a session changes in the registries. */
export async function rememberedOf(
  records: OmegaRecords,
  state: SessionState,
  { ended, id, match }: Session,
): Promise<RememberedSession> {
  const { original, clarified, classification } = state.problem
  const problem = clarified ?? original
  const begun = `${state.startedAt ?? 'unstarted'} ${slugOf(original)}`
  const session = id === undefined ? begun : `${begun} ${id}`
  const before = await records.get('session', session)
  if (before) return { changes: [], services: [], written: { session, known: true, megrams: 0, ...idsIn(before) } }
  refuseAny(notInTimeline(state))

  const context = classification ? kindOf(classification) : 'UNCLASSIFIED'
  const failures = new Map<string, RecordChange & { readonly kind: 'failure' }>()
  for (const entry of state.failures) {
    const id = failureId(entry)
    const known = failures.get(id)?.record ?? (await records.get('failure', id))
    failures.set(id, { kind: 'failure', id, record: failureRecord(entry, known, state, context) })
  }
  const successes = new Map<string, RecordChange & { readonly kind: 'success' }>()
  for (const entry of state.successes) {
    const id = successId(entry)
    const known = successes.get(id)?.record ?? (await records.get('success', id))
    successes.set(id, { kind: 'success', id, record: successRecord(entry, known, state, context) })
  }
  const changes: RecordChange[] = [...failures.values(), ...successes.values()]
  for (const record of agreementsOf(state)) {
    const sum = addedUp(record, await records.get('agreement', record.id))
    changes.push({ kind: 'agreement', id: record.id, record: sum })
  }

  const ids = { failures: [...failures.keys()], successes: [...successes.keys()] }
  const services = servicesOf(state, ended)
  let pattern: string | null = null
  if (classification) {
    const known = match ?? (await records.get('pattern', patternId(problem, classification)))
    const at = state.updatedAt ?? state.startedAt ?? ''
    const lesson = lessonOf(state, ended.status, ended.why)
    const record = patternRecord(known, { problem, classification, ended, lesson, services, ...ids, at })
    pattern = record.id
    refuseAny(missingReferences(record, await knownIds(records, record, ids)))
    changes.push({ kind: 'pattern', id: pattern, record })
  }
  changes.push({ kind: 'session', id: session, record: { version: 1, id: session, pattern, ...ids } })
  return { changes, services, written: { session, known: false, pattern, megrams: 0, ...ids } }
}

const idsIn = ({ pattern, failures, successes }: Pick<WrittenEntries, 'pattern' | 'failures' | 'successes'>) => ({
  pattern,
  failures,
  successes,
})

/** The ids named by the pattern that exist or will be written with the same batch. */
async function knownIds(
  records: OmegaRecords,
  { antiPatterns, solutions }: ProblemPattern,
  coming: Pick<WrittenEntries, 'failures' | 'successes'>,
) {
  const there = async (kind: 'failure' | 'success', ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => records.has(kind, id)))
    return ids.filter((_, index) => found[index])
  }
  return {
    failures: new Set([...coming.failures, ...(await there('failure', antiPatterns))]),
    successes: new Set([...coming.successes, ...(await there('success', solutions))]),
  }
}

function refuseAny([first]: readonly Inconsistency[]): void {
  if (first) throw new ArtooError('inconsistent_memory', `Nothing was written: ${first.message}`, { field: first.id })
}

import type { Memory } from '@artoo/mkct'
import { ArtooError, type InTurn, oneByOne, type Store } from '@artoo/spec'
import type { Classification } from '../protocol/classification.js'
import type { RecalledPattern } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { inclinationOf, writeServices } from './agent-potentials.js'
import { correlationOf, type MeasuredAgreement } from './agreement.js'
import { type Inconsistency, missingReferences } from './consistency.js'
import { createRecordStore, type RecordChange } from './record-store.js'
import type { FailureRecord, ProblemPattern, RecordKind, SuccessRecord } from './records.js'
import { rememberedOf, type WrittenEntries } from './remembered.js'
import type { Ended } from './service.js'
import { matchStrength, signatureOf } from './signature.js'

export interface OmegaMemoryOptions {
  /** The store of the registries, beside other data that it holds. It stays yours to open and close. */
  readonly store: Store
  /** A memory in which lessons about agents fade with time. Without one they only add up. */
  readonly memory?: Memory
}

interface RememberOptions {
  /**
   * Tells it apart from others of the same problem that began at the same time: the task's id.
   *
   * @defaultValue none: two such sessions count as one
   */
  readonly id?: string | undefined
}

/** Agents 54, 55 and 56: what earlier sessions taught (section 3). */
export interface OmegaMemory {
  /**
   * The patterns that match a problem, the strongest first, at most five.
   *
   * @throws {ArtooError} `invalid_record` when one of its kind can't be read.
   */
  recall(problem: string, classification: Classification, signal: AbortSignal): Promise<readonly RecalledPattern[]>
  /**
   * Keeps what a session taught, in one batch; once, however often it is called with the same session.
   *
   * @throws {ArtooError} `inconsistent_memory` when the registries and the session would not agree: `field` is the id.
   */
  remember(session: SessionState, ended: Ended, signal: AbortSignal, options?: RememberOptions): Promise<WrittenEntries>
  /** The entries that contradict each other or can't be read; empty when the registries are sound. */
  verify(signal?: AbortSignal): Promise<readonly Inconsistency[]>
  /** Takes a record out, its name out of every pattern, and its text out of the files of classic-level. False when there was nothing of it. */
  forget(kind: RecordKind, id: string): Promise<boolean>
  patterns(signal?: AbortSignal): AsyncIterableIterator<ProblemPattern>
  failures(signal?: AbortSignal): AsyncIterableIterator<FailureRecord>
  successes(signal?: AbortSignal): AsyncIterableIterator<SuccessRecord>
  /** The measured correlation of the errors of two families of models, 0 to 1. */
  correlations(): Promise<readonly MeasuredAgreement[]>
}

const mostRecalled = 5

/** Two memories of one store add up, too: what writes to it waits for the last that did. */
const turns = new WeakMap<Store, InTurn>()

export function createOmegaMemory(given: Store | OmegaMemoryOptions): OmegaMemory {
  const { store, memory } = 'store' in given ? given : { store: given, memory: undefined }
  const records = createRecordStore(store)

  /** Runs work that reads and then writes. */
  const alone = turns.get(store) ?? oneByOne()
  turns.set(store, alone)

  /** Patterns of other types can't reach the strength that counts. */
  async function matching(problem: string, classification: Classification, signal: AbortSignal) {
    const asked = signatureOf(problem, classification)
    const found: { readonly pattern: ProblemPattern; readonly strength: number }[] = []
    for await (const pattern of records.list('pattern', { under: `${classification.type}/`, signal })) {
      const strength = matchStrength(pattern.signature, asked)
      if (strength > protocol.match) found.push({ pattern, strength })
    }
    return found.sort((one, other) => other.strength - one.strength || (one.pattern.id < other.pattern.id ? -1 : 1))
  }

  async function remember(
    state: SessionState,
    ended: Ended,
    signal: AbortSignal,
    { id }: RememberOptions = {},
  ): Promise<WrittenEntries> {
    signal.throwIfAborted()
    const { problem } = state
    const found = problem.classification
      ? await matching(problem.clarified ?? problem.original, problem.classification, signal)
      : []
    const { changes, services, written } = await rememberedOf(records, state, {
      ...{ ended, id },
      match: found[0]?.pattern ?? null,
    })
    if (written.known) return written
    signal.throwIfAborted()
    const pattern = changes.flatMap(({ kind, record }) => (kind === 'pattern' && record ? record : []))[0]
    // First, and under keys: what a crash leaves between the two is written again with the same session.
    const named = { session: written.session, status: ended.status }
    const megrams = memory && pattern ? await writeServices(memory, pattern, services, named) : 0
    await records.write(changes)
    return { ...written, megrams }
  }

  async function verify(signal?: AbortSignal): Promise<readonly Inconsistency[]> {
    const found: Inconsistency[] = []
    const onDamage = (id: string, message: string) =>
      void found.push({ code: 'invalid_record', id, pattern: null, message })
    const idsOf = async (kind: 'failure' | 'success' | 'agreement' | 'session') => {
      const ids = new Set<string>()
      for await (const { id } of records.list(kind, { onDamage, signal })) ids.add(id)
      return ids
    }
    const known = { failures: await idsOf('failure'), successes: await idsOf('success') }
    await idsOf('agreement')
    await idsOf('session')
    for await (const pattern of records.list('pattern', { onDamage, signal })) {
      found.push(...missingReferences(pattern, known))
    }
    return found
  }

  async function forget(kind: RecordKind, id: string): Promise<boolean> {
    const changes: RecordChange[] = []
    const field = kind === 'failure' ? 'antiPatterns' : kind === 'success' ? 'solutions' : null
    if (field) {
      for await (const pattern of records.list('pattern', { onDamage: () => undefined })) {
        if (!pattern[field].includes(id)) continue
        const record = { ...pattern, [field]: pattern[field].filter((one) => one !== id) }
        changes.push({ kind: 'pattern', id: pattern.id, record })
      }
    }
    const isThere = await records.has(kind, id)
    await records.write([...changes, { kind, id, record: null }])
    if (isThere) await records.erase(kind, id)
    return isThere || changes.length > 0
  }

  return {
    async recall(problem, classification, signal) {
      signal.throwIfAborted()
      const found = (await matching(problem, classification, signal)).slice(0, mostRecalled)
      return Promise.all(
        found.map(async ({ pattern, strength }) => {
          const { id, name, outcome, lesson } = pattern
          return { id, name, strength, outcome, lesson, ...(await inclinationOf(memory, pattern, signal)) }
        }),
      )
    },
    remember: (state, ended, signal, options) => alone(() => remember(state, ended, signal, options)),
    verify: (signal) => alone(() => verify(signal)),
    forget(kind, id) {
      if (id.isWellFormed()) return alone(() => forget(kind, id))
      throw new ArtooError('invalid_id', 'The id is no well-formed text, so no record has it.', { field: 'id' })
    },
    patterns: (signal) => records.list('pattern', { signal }),
    failures: (signal) => records.list('failure', { signal }),
    successes: (signal) => records.list('success', { signal }),
    async correlations() {
      const measured: MeasuredAgreement[] = []
      for await (const record of records.list('agreement')) {
        const rho = correlationOf(record)
        if (rho !== null) measured.push({ families: [record.first, record.second], rho })
      }
      return measured
    },
  }
}

import type { Contracts, Envelope } from '@artoo/bus'
import { admitted } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { assertEvents } from '../durable/assert-events.js'
import { recordOf } from '../durable/record-of.js'
import { checkedLines, firstCheck } from '../journal/checked-lines.js'
import { type Journal, type JournalLine, journalVersion, type StartLine } from '../journal/journal.js'
import { claimLease } from '../journal/lease.js'
import { linesOf } from '../journal/lines-of.js'
import { type RunLog, readRun } from '../journal/read-run.js'
import type { Redact } from '../journal/redact.js'
import { redacted } from '../journal/redacted.js'
import type { Facts, RunRecord, SessionTurn } from '../journal/run-record.js'
import { sessionRunsIn, turnAfter, turnOf } from '../journal/session-runs.js'
import { assertAnswers } from '../people/assert-answers.js'
import { personRequestsIn } from '../people/person-requests.js'
import type { AnyDecider } from '../scope/decider.js'
import type { Effect } from '../scope/effect.js'
import type { System } from '../scope/system.js'
import { acceptedDifferences } from './circumstances.js'
import { type Past, pastOf } from './past.js'
import type { ForkOptions, ResumeOptions } from './run-options.js'

interface Circumstances {
  readonly system: System<Contracts, string, string>
  /** The version of the present deciders. */
  readonly version: string
  readonly effects: readonly Effect[]
  readonly redact: Redact | undefined
  /** The facts of the runtime and its effects. */
  readonly facts: Facts
  readonly owner: string
  readonly leaseMs: number
  readonly now: number
}

/** The state that a run continues from. */
export interface Prepared {
  readonly past: Past
  readonly record: RunRecord
  readonly deciders: readonly AnyDecider[]
  /** Epoch of this process. */
  readonly epoch: number
  /** Number of lines that its journal has. */
  readonly lines: number
  /** The check of the last line. */
  readonly check: string
  /** Hashes of the texts that its journal has; null when the run has ended and no work is left. */
  readonly known: Iterable<string> | null
}

/** Takes the task and folds it to its last state. A task that can't be continued is not taken. */
export async function prepareResume(
  journal: Journal,
  taskId: string,
  options: Circumstances & ResumeOptions,
): Promise<Prepared> {
  const before = await prepared(taskId, await readRun(journal, taskId), options)
  if (before.known === null) {
    if (before.past.result) return before
    throw new ArtooError('task_ended', `${taskId} has ended without a result: its controller failed`)
  }
  assertAnswers(taskId, personRequestsIn(before.past.events), options.answers)
  const differences = acceptedDifferences(taskId, before.record.facts, options)
  await claimLease(journal, taskId, options)
  // The earlier owner may have written until now.
  const { past, ...after } = await prepared(taskId, await readRun(journal, taskId), options)
  return { ...after, past: { ...past, differences } }
}

/** Writes the beginning of the other run as that of a new one, which continues from there. */
export async function prepareFork(
  journal: Journal,
  taskId: string,
  options: Circumstances & ForkOptions & { readonly forkId: string },
): Promise<Prepared> {
  const { at, edit, forkId, owner, leaseMs, now, system, redact } = options
  const { start, events, lineNumbers } = await readRun(journal, taskId)
  const index = events.findIndex(({ id }) => id === at)
  const last = events[index]
  if (!last) throw new ArtooError('unknown_event', `${taskId} has no event ${at}`, { field: 'at' })
  const kept = events.slice(0, index + 1).map((event) => ({ ...event, taskId: forkId }))
  if (edit)
    kept[index] = { ...last, taskId: forkId, payload: admitted(system.contracts, withPayload(last, edit(last))) }
  const { session: forked, ...record } = recordOf(taskId, start)
  const session = options.session ? await turnInPlaceOf(journal, taskId, forked) : undefined
  const fork = { taskId, at, edited: [...(record.fork?.edited ?? []), ...(edit ? [at] : [])] }
  const { facts } = options
  const run = { ...record, fork, session, facts: redact ? redacted(facts, redact) : facts }
  const log: RunLog = {
    start: { ...start, taskId: forkId, run },
    events: kept,
    lineNumbers,
    late: [],
    texts: new Map(),
    epoch: 1,
    lines: 0,
    check: firstCheck,
    ended: false,
  }
  const { past, deciders, epoch } = await prepared(taskId, log, options)
  const known = new Set<string>()
  const lease = { kind: 'lease', epoch, owner, at: now, until: now + leaseMs } as const
  const { lines, texts } = checkedLines([startLine(forkId, now, run), lease, ...linesOf(kept, epoch, known, redact)])
  await journal.append(forkId, lines, texts)
  return { past: { ...past, decidedNow: edit && at }, record: run, deciders, epoch, ...endOf(lines), known }
}

/** The turn that a fork is in its conversation. */
async function turnInPlaceOf(journal: Journal, taskId: string, forked: SessionTurn | undefined) {
  const runs = forked ? await sessionRunsIn(journal, forked.id) : []
  return turnAfter(runs, forked?.id ?? '', turnOf(runs, taskId, 'session') - 1)
}

const endOf = (lines: readonly JournalLine[]) => ({ lines: lines.length, check: lines.at(-1)?.check ?? firstCheck })

const withPayload = (event: Envelope, payload: unknown): Envelope => ({ ...event, payload })

export function startLine(taskId: string, at: number, run: RunRecord): StartLine {
  return { kind: 'start', epoch: 1, version: journalVersion, taskId, at, run }
}

async function prepared(
  taskId: string,
  log: RunLog,
  options: Circumstances & Pick<ResumeOptions, 'deciders'>,
): Promise<Prepared> {
  const record = recordOf(taskId, log.start)
  if (record.deciders !== options.version) {
    const versions = `${taskId} was decided by version ${record.deciders} of the deciders, these are ${options.version}`
    const remedy = 'resume it with a release of that version, or start the task anew'
    throw new ArtooError('deciders_version', `${versions}: ${remedy}`)
  }
  assertEvents(taskId, log, { contracts: options.system.contracts, redact: options.redact })
  const deciders = await options.deciders(record.settings)
  const past = pastOf({ ...options, taskId, log, record, deciders })
  const { epoch, lines, check, ended, texts } = log
  return { past, record, deciders, epoch, lines, check, known: ended ? null : texts.keys() }
}

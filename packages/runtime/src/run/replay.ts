import type { Contracts } from '@artoo/bus'
import { assertEvents } from '../durable/assert-events.js'
import { recordOf } from '../durable/record-of.js'
import { assertIsJournal } from '../journal/assert-is-journal.js'
import { assertTaskId } from '../journal/assert-task-id.js'
import type { Journal } from '../journal/journal.js'
import { readRun } from '../journal/read-run.js'
import type { AnyDecider } from '../scope/decider.js'
import type { System } from '../scope/system.js'
import { assertDurableOptions } from './assert-options.js'
import { type Parting, type RefoldedDecision, type RefoldInput, refold } from './refold.js'

export interface ReplayOptions extends Pick<RefoldInput, 'redact' | 'sameWay'> {
  readonly system: Pick<System<Contracts, string, string>, 'contracts' | 'reportFailure'>
  /** Makes the deciders from the recorded settings, or from others. */
  readonly deciders: (settings: unknown) => readonly AnyDecider[] | Promise<readonly AnyDecider[]>
}

export interface Replay {
  /** The decisions of all deciders in their order, up to the parting. */
  readonly decisions: readonly RefoldedDecision[]
  /** The first event that these deciders would not have sent; null when all are the same. */
  readonly parting: Parting | null
}

/**
 * Decides a run of a journal again from its messages, without a model, tool, person or clock.
 *
 * @throws {ArtooError} `not_resumable` for a journal without a record of how its run began, `invalid_option` naming the
 * option; as `readEvents` does.
 */
export async function replayRun(journal: Journal, taskId: string, options: ReplayOptions): Promise<Replay> {
  assertIsJournal(journal)
  assertTaskId(taskId)
  assertDurableOptions('replayRun', options)
  const { system, redact, sameWay } = options
  const log = await readRun(journal, taskId)
  const { start, events } = log
  const { settings, fork } = recordOf(taskId, start)
  assertEvents(taskId, log, { contracts: system.contracts, redact })
  const deciders = await options.deciders(settings)
  const { decisions, parting } = refold({
    contracts: system.contracts,
    reportFailure: system.reportFailure,
    deciders,
    events,
    redact,
    sameWay,
    edited: fork?.edited,
  })
  return { decisions, parting }
}

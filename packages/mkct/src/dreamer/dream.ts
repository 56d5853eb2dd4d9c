import { ArtooError, errorMessage } from '@artoo/spec'
import { type Engine, timeOf } from '../engine.js'
import { inSteps } from '../in-steps.js'
import { refuseDamage } from '../integrity/damage.js'
import type { KeyRange } from '../key-encoding.js'
import type { Entry } from '../store.js'
import { demoteBankrupt } from './bankruptcy.js'
import type { DreamFailure, DreamProblem, DreamReport } from './dream-report.js'
import { forgetFaded } from './forget-faded.js'
import { promoteAll, type Questions } from './promote-all.js'
import type { Distill } from './promotion.js'

export interface DreamOptions {
  /** Without it nothing is promoted. */
  readonly distill?: Distill
  /** Stops between steps; what was done until then stays done and is reported. */
  readonly signal?: AbortSignal
}

interface Progress {
  forgotten: number
  readonly demoted: string[]
  readonly promoted: string[]
  readonly problems: DreamProblem[]
}

/** A memory's cycles of consolidation (paper section 7): each forgets, demotes, promotes, in small steps. */
export function createDreams(engine: Engine): (options: DreamOptions) => Promise<DreamReport> {
  const questions: Questions = { underWay: new Set(), inVain: new WeakMap() }
  return (options) => dream(engine, questions, options)
}

async function dream(
  engine: Engine,
  questions: Questions,
  { distill, signal = new AbortController().signal }: DreamOptions,
): Promise<DreamReport> {
  refuseDamage(engine.damage)
  const startedAt = timeOf(engine)
  const progress: Progress = { forgotten: 0, demoted: [], promoted: [], problems: [] }
  const report = () => ({ startedAt, endedAt: timeOf(engine), ...progress, aborted: signal.aborted })
  const { keys } = engine
  const inTurns = <Result>(range: KeyRange, work: (page: readonly Entry[]) => Promise<Result>) =>
    inSteps(engine, 'exclusive', range, signal, work)
  try {
    for await (const count of inTurns(keys.dueUntil(startedAt), (due) => forgetFaded(engine, due))) {
      progress.forgotten += count
    }
    for await (const ids of inTurns(keys.levels('C'), (rules) => demoteBankrupt(engine, rules))) {
      progress.demoted.push(...ids)
    }
    if (distill) await promoteAll(engine, questions, progress, distill, signal)
  } catch (error) {
    throw withReport(error, report())
  }
  return report()
}

function withReport(error: unknown, report: DreamReport): ArtooError {
  const { code, field } = ArtooError.isInstance(error) ? error : { code: 'dream_failed' }
  const cause: DreamFailure = { error, report }
  return new ArtooError(code, errorMessage(error), { ...(field !== undefined && { field }), cause })
}

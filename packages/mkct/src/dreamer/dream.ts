import { ArtooError, errorMessage } from '@artoo/spec'
import { refuseDamage } from '../journal/damage.js'
import { type Engine, timeOf } from '../journal/engine.js'
import { inSteps } from '../journal/in-steps.js'
import { demoteBankrupt } from './bankruptcy.js'
import { forgetFaded } from './forget-faded.js'
import { type DreamProblem, promoteAll, type Questions } from './promote-all.js'
import type { Distill } from './promotion.js'

export interface DreamReport {
  readonly startedAt: number
  readonly endedAt: number
  /** Faded episodes and facts erased. */
  readonly forgotten: number
  /** Ids of the rules that went bankrupt. */
  readonly demoted: readonly string[]
  /** Ids of the new rules. */
  readonly promoted: readonly string[]
  /** Pairs that should have had a rule, and why they have none: told once for what asking again wouldn't change. */
  readonly problems: readonly DreamProblem[]
  readonly aborted: boolean
}

/** The `cause` of what a cycle rejects with once it has begun. */
export interface DreamFailure {
  readonly error: unknown
  /** The work done before the failure; it is not undone. */
  readonly report: DreamReport
}

export interface DreamOptions {
  /** Distills rules. If it is left out, no rule is promoted. */
  readonly distill?: Distill
  /** Stops between steps; what was done until then stays done and is reported. */
  readonly signal?: AbortSignal
}

/** A memory's cycles of consolidation (paper section 7): each forgets, demotes, promotes, in small steps. */
export function createDreams(engine: Engine) {
  const questions: Questions = { underWay: new Set(), inVain: new WeakMap() }
  const { keys } = engine

  return async (distill: Distill | undefined, signal: AbortSignal): Promise<DreamReport> => {
    refuseDamage(engine.damage)
    const startedAt = timeOf(engine)
    refuseJump(engine.head.latest, startedAt)
    const done = { forgotten: 0, demoted: [] as string[], promoted: [] as string[], problems: [] as DreamProblem[] }
    const report = (): DreamReport => ({ startedAt, endedAt: timeOf(engine), ...done, aborted: signal.aborted })
    try {
      const due = keys.dueUntil(startedAt)
      for await (const count of inSteps(engine, 'exclusive', due, signal, forgetFaded)) done.forgotten += count
      const rules = keys.levels('C')
      for await (const ids of inSteps(engine, 'exclusive', rules, signal, demoteBankrupt)) done.demoted.push(...ids)
      if (distill) await promoteAll(engine, questions, done, distill, signal)
    } catch (error) {
      throw withReport(error, report())
    }
    return report()
  }
}

const longestSilence = 365 * 86_400_000

/**
 * Refuses a clock that is more than a year ahead of the latest event: it is probably wrong, and forgetting can't be
 * undone.
 */
function refuseJump(latest: number, now: number): void {
  if (latest === 0 || now <= latest + longestSilence) return
  const [last, date] = [latest, now].map((time) => new Date(time).toISOString())
  const message = `It is ${date}, more than a year after the latest event (${last}): nothing is forgotten by such a clock. If it is right, write something first.`
  throw new ArtooError('clock_jump', message, { field: 'clock' })
}

function withReport(error: unknown, report: DreamReport): ArtooError {
  const { code, field } = ArtooError.isInstance(error) ? error : { code: 'dream_failed' }
  const cause: DreamFailure = { error, report }
  return new ArtooError(code, errorMessage(error), { ...(field !== undefined && { field }), cause })
}

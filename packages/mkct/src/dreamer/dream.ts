import { ArtooError, errorMessage } from '@artoo/spec'
import { type Engine, timeOf } from '../engine.js'
import { refuseDamage } from '../integrity/damage.js'
import { type Demotions, demoteBankrupt } from './bankruptcy.js'
import type { DreamFailure, DreamProblem, DreamReport } from './dream-report.js'
import { type Forgotten, forgetDue } from './forget-due.js'
import { promoteAll } from './promote-all.js'
import type { Distill } from './promotion.js'
import { createQuestions, type Questions } from './questions.js'

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

type Step = () => Promise<void>

/** A memory's cycles of consolidation (paper section 7): each forgets, demotes, promotes, in small steps. */
export function createDreams(engine: Engine): (options: DreamOptions) => Promise<DreamReport> {
  const questions = createQuestions()
  return (options) => dream(engine, questions, options)
}

async function dream(engine: Engine, questions: Questions, options: DreamOptions): Promise<DreamReport> {
  const { distill, signal = never } = options
  refuseDamage(engine.damage)
  const startedAt = timeOf(engine)
  const progress: Progress = { forgotten: 0, demoted: [], promoted: [], problems: [] }
  const phases: Step[] = [
    () => forgetAll(engine, progress, signal),
    () => demoteAll(engine, progress, signal),
    () => (distill ? promoteAll(engine, questions, progress, distill, signal) : Promise.resolve()),
  ]
  const report = () => ({ startedAt, endedAt: timeOf(engine), ...progress, aborted: signal.aborted })
  try {
    for (const phase of phases) if (!signal.aborted) await phase()
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

const never = new AbortController().signal

async function forgetAll(engine: Engine, progress: Progress, signal: AbortSignal): Promise<void> {
  let from: string | null = null
  while (!signal.aborted) {
    const start: string | null = from
    const { forgotten, next }: Forgotten = await engine.gate.exclusive(() => forgetDue(engine, start))
    progress.forgotten += forgotten
    if (next === null) return
    from = next
  }
}

async function demoteAll(engine: Engine, progress: Progress, signal: AbortSignal): Promise<void> {
  let from: string | null = null
  while (!signal.aborted) {
    const start: string | null = from
    const { demoted, next }: Demotions = await engine.gate.exclusive(() => demoteBankrupt(engine, start))
    progress.demoted.push(...demoted)
    if (next === null) return
    from = next
  }
}

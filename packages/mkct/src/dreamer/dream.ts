import { ArtooError, errorMessage } from '@artoo/spec'
import type { Pair } from '../consultation.js'
import { type Engine, timeOf } from '../engine.js'
import { refuseDamage } from '../integrity/damage.js'
import { untilAborted } from '../until-aborted.js'
import { type Demotions, demoteBankrupt } from './bankruptcy.js'
import { forgetDue } from './forget-due.js'
import { appendRule, type Distill, gatherEvidence, type PairPage, promisingPairs } from './promotion.js'

export interface DreamOptions {
  /** Without it nothing is promoted. */
  readonly distill?: Distill
  /** Stops between steps; what was done until then stays done and is reported. */
  readonly signal?: AbortSignal
}

export interface DreamReport {
  readonly startedAt: number
  readonly endedAt: number
  /** Faded episodes and facts erased. */
  readonly forgotten: number
  /** Ids of the rules that went bankrupt. */
  readonly demoted: readonly string[]
  /** Ids of the new rules. */
  readonly promoted: readonly string[]
  /** Pairs that should have had a rule, and why they have none. */
  readonly problems: readonly DreamProblem[]
  readonly aborted: boolean
}

/** Plain JSON. */
export interface DreamProblem extends Pair {
  /**
   * Of the `ArtooError` that was thrown (`empty_rule`, `invalid_megram`, `duplicate_id`, or what `distill` throws); else
   * `distill_failed`, `rule_not_written` or `source_erased`.
   */
  readonly code: string
  readonly message: string
}

interface Progress {
  forgotten: number
  readonly demoted: string[]
  readonly promoted: string[]
  readonly problems: DreamProblem[]
}

type Step = () => Promise<void>

/** One cycle of consolidation (paper section 7): forget, demote, promote, in small steps that let writers in between. */
export async function dream(engine: Engine, { distill, signal = never }: DreamOptions = {}): Promise<DreamReport> {
  refuseDamage(engine.damage)
  const startedAt = timeOf(engine)
  const progress: Progress = { forgotten: 0, demoted: [], promoted: [], problems: [] }
  const phases: Step[] = [
    () => forgetAll(engine, progress, signal),
    () => demoteAll(engine, progress, signal),
    () => (distill ? promoteAll(engine, progress, distill, signal) : Promise.resolve()),
  ]
  for (const phase of phases) if (!signal.aborted) await phase()
  return { startedAt, endedAt: timeOf(engine), ...progress, aborted: signal.aborted }
}

const never = new AbortController().signal

async function forgetAll(engine: Engine, progress: Progress, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { forgotten, more } = await engine.gate.exclusive(() => forgetDue(engine))
    progress.forgotten += forgotten
    if (!more) return
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

async function promoteAll(engine: Engine, progress: Progress, distill: Distill, signal: AbortSignal): Promise<void> {
  let from: string | null = null
  while (!signal.aborted) {
    const start: string | null = from
    const { pairs, next }: PairPage = await engine.gate.read(() => promisingPairs(engine, start))
    for (const pair of pairs) {
      if (signal.aborted) return
      await promote(engine, pair, progress, distill, signal)
    }
    if (next === null) return
    from = next
  }
}

async function promote(engine: Engine, pair: Pair, progress: Progress, distill: Distill, signal: AbortSignal) {
  const gathered = await engine.gate.exclusive(() => gatherEvidence(engine, pair))
  if (!gathered) return
  let otherwise = 'distill_failed'
  try {
    const text = await untilAborted(distill(gathered.evidence, { signal }), signal)
    if (signal.aborted || text === null) return
    if (typeof text !== 'string' || text.trim() === '') throw empty()
    otherwise = 'rule_not_written'
    const id = await engine.gate.exclusive(() => appendRule(engine, gathered, text))
    if (id === null) throw erased()
    progress.promoted.push(id)
  } catch (error) {
    if (signal.aborted) return
    const code = ArtooError.isInstance(error) ? error.code : otherwise
    progress.problems.push({ ...pair, code, message: errorMessage(error) })
  }
}

function empty(): ArtooError {
  return new ArtooError('empty_rule', 'distill gave an empty text; give a sentence, or null for no rule.')
}

function erased(): ArtooError {
  return new ArtooError('source_erased', 'A source was erased meanwhile; no rule was kept.')
}

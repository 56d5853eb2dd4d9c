import { ArtooError } from '@artoo/spec'
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
  /** Pairs whose distillation failed or gave nothing usable, and why. */
  readonly problems: readonly (Pair & { readonly message: string })[]
  readonly aborted: boolean
}

interface Progress {
  forgotten: number
  readonly demoted: string[]
  readonly promoted: string[]
  readonly problems: (Pair & { readonly message: string })[]
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
  try {
    const text = await untilAborted(distill(gathered.evidence, { signal }), signal)
    if (signal.aborted || text === null) return
    if (typeof text !== 'string' || text.trim() === '') throw empty()
    const id = await engine.gate.exclusive(() => appendRule(engine, gathered, text))
    if (id === null) progress.problems.push({ ...pair, message: 'A source was erased meanwhile; no rule was kept.' })
    else progress.promoted.push(id)
  } catch (error) {
    if (signal.aborted) return
    progress.problems.push({ ...pair, message: error instanceof Error ? error.message : String(error) })
  }
}

function empty(): ArtooError {
  return new ArtooError('empty_rule', 'distill gave an empty text; give a sentence, or null for no rule.')
}

import { liveSums } from '../aggregate.js'
import { loadAggregates } from '../aggregates.js'
import { type Engine, timeOf } from '../engine.js'
import { eraseRecords } from '../erase.js'
import { exactPotentials } from '../exact.js'
import type { KeyRange } from '../key-encoding.js'
import { anchorOf, type Megram } from '../megram.js'
import { sumTolerance } from '../potentials.js'
import { readRecords, type Stored } from '../records.js'
import { inOneBatch } from '../stage.js'

const demotedRate = 0.05
const pageSize = 100

/**
 * How far a rule can be trusted: its own weight, and what its pair's live episodes say in its direction. For a best
 * practice (σ > 0) that is the decision potential of paper section 7.1; for a constraint, the same mirrored, or else
 * every constraint would be bankrupt at birth.
 */
function trustOf({ f, sigma }: Megram, decision: number): number {
  return f * Math.abs(sigma) + (sigma > 0 ? decision : -decision)
}

export interface Demotions {
  readonly demoted: readonly string[]
  /** Where the next page of rules starts; null after the last. */
  readonly next: string | null
}

/** Demotes the rules of one page that have lost all trust. To be used inside `gate.exclusive`. */
export async function demoteBankrupt(engine: Engine, from: string | null): Promise<Demotions> {
  const { access, keys } = engine
  const range: KeyRange = keys.levels('C')
  const page = await access.page(from === null ? range : { gt: from, lt: range.lt }, { limit: pageSize })
  const rules = await readRecords(
    engine,
    page.map(([key]) => keys.lastNumber(key)),
  )
  const demoted: string[] = []
  for (const rule of rules) {
    if (!rule || !(await isBankrupt(engine, rule))) continue
    await demote(engine, rule)
    demoted.push(rule.megram.id)
  }
  return { demoted, next: page.length === pageSize ? (page.at(-1)?.[0] ?? null) : null }
}

async function isBankrupt(engine: Engine, { megram }: Stored): Promise<boolean> {
  const now = timeOf(engine)
  const [aggregate] = await loadAggregates(engine, [megram])
  const estimate = liveSums(aggregate?.buckets ?? [], now)
  // So far above 0, the rounding of an aggregate can't hide a negative sum.
  if (trustOf(megram, estimate.decision) > sumTolerance * estimate.attention) return false
  const exact = await exactPotentials(engine, megram, now)
  return trustOf(megram, exact.decision) < -sumTolerance * exact.attention
}

/** The rule's entry gives way to one of level K, which decays from the rule's last recall. */
async function demote(engine: Engine, rule: Stored): Promise<void> {
  const { megram } = rule
  await inOneBatch(engine, async (stage) => {
    await eraseRecords(engine, stage, [rule])
    await stage.load([megram])
    const decaysFrom = anchorOf(megram)
    stage.append({ ...megram, level: 'K', k: demotedRate, decaysFrom, recalledAt: null })
  })
}

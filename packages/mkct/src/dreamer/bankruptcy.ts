import { eraseRecords } from '../forget/erase.js'
import { type Engine, timeOf } from '../journal/engine.js'
import { recordsAt, type Stored } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'
import { loadAggregates, membersOf } from '../journal/stored-aggregates.js'
import { anchorOf, type Megram } from '../megram/megram.js'
import { liveSums } from '../potentials/aggregate.js'
import { directSum, sumTolerance } from '../potentials/potentials.js'
import type { Entry } from '../store/store.js'

const demotedRate = 0.05

/**
 * The trust in a rule: its own weight plus the weight of its pair's live episodes in its direction. For a best practice
 * (σ > 0) this is the decision potential of paper section 7.1. For a constraint the sum is mirrored, or else every
 * constraint would be bankrupt at birth.
 */
function trustOf({ f, sigma }: Megram, decision: number): number {
  return f * Math.abs(sigma) + (sigma > 0 ? decision : -decision)
}

/** Demotes those of the rules that have lost all trust, and returns their ids. To be used inside `gate.exclusive`. */
export async function demoteBankrupt(engine: Engine, rules: readonly Entry[]): Promise<readonly string[]> {
  const demoted: string[] = []
  for (const rule of await recordsAt(engine, rules)) {
    if (!(await isBankrupt(engine, rule))) continue
    await demote(engine, rule)
    demoted.push(rule.megram.id)
  }
  return demoted
}

async function isBankrupt(engine: Engine, { megram }: Stored): Promise<boolean> {
  const now = timeOf(engine)
  const [aggregate] = await loadAggregates(engine, [megram])
  const estimate = liveSums(aggregate?.buckets ?? [], now)
  // So far above 0, the rounding of an aggregate can't hide a negative sum.
  if (trustOf(megram, estimate.decision) > sumTolerance * estimate.attention) return false
  const exact = directSum(await membersOf(engine, megram), now)
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

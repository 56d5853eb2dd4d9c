import { eraseRecords } from '../forget/erase.js'
import { type Engine, timeOf } from '../journal/engine.js'
import { recordsAt, type Stored } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'
import { memberPages } from '../journal/stored-aggregates.js'
import { contributionOf, type Megram } from '../megram/megram.js'
import { decay } from '../potentials/decay.js'
import { type Contribution, thresholds } from '../potentials/potentials.js'
import type { Entry } from '../store/store.js'

/**
 * Erases the due episodes and facts whose own live attention is below 0.1 (paper section 7.1), checked again; returns how
 * many. To be used inside `gate.exclusive`.
 */
export async function forgetFaded(engine: Engine, due: readonly Entry[]): Promise<number> {
  const now = timeOf(engine)
  const doomed: Stored[] = []
  for (const stored of await recordsAt(engine, due)) {
    const contribution = contributionOf(stored.megram)
    if (!contribution || !hasFaded(contribution, now)) continue
    if (!(await isNeeded(engine, stored.megram, now))) doomed.push(stored)
  }
  if (doomed.length > 0) await inOneBatch(engine, (stage) => eraseRecords(engine, stage, doomed))
  return doomed.length
}

function hasFaded({ f, k, anchor }: Contribution, now: number): boolean {
  return f * decay(k, now - anchor) < thresholds.forget
}

/**
 * Whether a demoted rule is what says that live Megrams of its pair have been consolidated: without it they would be
 * promoted again. Costs one page of the pair while the oldest of them is alive.
 */
async function isNeeded(engine: Engine, megram: Megram, now: number): Promise<boolean> {
  const { consolidated } = megram
  if (consolidated === undefined) return false
  for await (const members of memberPages(engine, megram)) {
    if (members.some((member) => member.sequence <= consolidated && !hasFaded(member, now))) return true
  }
  return false
}

import { type Decision, isBeliefOrder } from '@artoo/ggs'

/** The time of a task, in milliseconds. */
export interface TimeOfTask {
  readonly budgetMs: number
  /** The rest of it, or the time until the deadline where that is less. */
  readonly leftMs: number
  /** The length of a round so far. */
  readonly roundMs: number
}

/** Milliseconds of the first pause of a part; each further one is twice as long. */
const firstPauseMs = 5_000

/**
 * Milliseconds before the next plan: a tenth of the budget at most, and never the time that another round will need. 0 where
 * no part is to wait.
 */
export function pauseFor({ orders }: Pick<Decision, 'orders'>, { budgetMs, leftMs, roundMs }: TimeOfTask): number {
  const waiting = orders.filter(isBeliefOrder).filter(({ directive }) => directive === 'wait')
  if (waiting.length === 0) return 0
  const before = Math.max(0, ...waiting.map(({ tries }) => tries.wait ?? 0))
  const wanted = Math.min(firstPauseMs * 2 ** before, budgetMs / 10)
  return Math.floor(Math.max(0, Math.min(wanted, leftMs - roundMs)))
}

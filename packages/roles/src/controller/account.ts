import type { Account } from './final-result.js'
import type { State } from './state.js'

/** The last resort may not throw, so a clock that runs backwards or wild counts as one that stands still. */
export function accountOf(
  { startedAt, controller, actions, usage, unheard }: State,
  at: number,
  told: Pick<Account, 'nobodyConfirms' | 'isDirect'>,
): Account {
  const spentMs = at - startedAt
  const elapsedMs = spentMs > 0 && spentMs <= Number.MAX_SAFE_INTEGER ? spentMs : 0
  const words = unheard.map(({ text }) => text)
  return { actions: [...actions], usage: { ...usage }, rounds: controller.rounds, elapsedMs, unheard: words, ...told }
}

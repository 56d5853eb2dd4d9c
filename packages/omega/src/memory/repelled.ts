import type { RecalledPattern } from '../protocol/log-event.js'

const lastGenesis = 20

/**
 * GENESIS agents that should not come first next time, the least wanted first. It is an order and no exclusion: when the
 * planner needs them all, it still sends them all. Agents of other tiers are never named: what they look at is needed
 * whether it was of use before or not.
 */
export function repelled(patterns: readonly RecalledPattern[]): readonly number[] {
  const balance = new Map<number, number>()
  const add = (agents: readonly number[], amount: number) => {
    for (const agent of agents) balance.set(agent, (balance.get(agent) ?? 0) + amount)
  }
  for (const { strength, helpful, unhelpful } of patterns) {
    add(unhelpful, strength)
    add(helpful, -strength)
  }
  return [...balance]
    .filter(([agent, amount]) => agent <= lastGenesis && amount > 0)
    .sort(([one, least], [other, more]) => more - least || one - other)
    .map(([agent]) => agent)
}

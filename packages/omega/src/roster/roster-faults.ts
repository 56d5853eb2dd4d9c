import { type AgentCard, tags } from '../protocol/card.js'
import { clusterOf, official, stanceOf } from './official.js'

type Rows = readonly (readonly [id: number, name: string, tier: string])[]

const ids = new Set<number>(official.map(([id]) => id))

function* identityFaults(cards: readonly AgentCard[]): Iterable<string> {
  for (const [id, name, tier] of official as Rows) {
    const [card, ...others] = cards.filter((each) => each.id === id)
    if (card === undefined) yield `${id}: is missing`
    if (others.length > 0) yield `${id}: is there ${others.length + 1} times`
    if (card !== undefined && card.name !== name) yield `${id}: name is ${name}, not ${card.name}`
    if (card !== undefined && card.tier !== tier) yield `${id}: tier is ${tier}, not ${card.tier}`
  }
}

function* cardFaults({ id, tier, cluster, stance, verdicts, instruction }: AgentCard): Iterable<string> {
  if (!ids.has(id)) yield `${id}: is no agent`
  if (cluster !== clusterOf(id)) yield `${id}: cluster is ${clusterOf(id)}, not ${cluster}`
  if (stance !== stanceOf[tier]) yield `${id}: stance is ${stanceOf[tier]}, not ${stance}`
  if (typeof instruction !== 'string' || instruction.trim() === '') yield `${id}: instruction is no text`
  for (const [verdict, tag] of Object.entries(verdicts)) {
    if (!/^[A-Z][A-Z_]*$/.test(verdict)) yield `${id}: verdicts.${verdict} is not written in capitals`
    if (!tags.includes(tag)) yield `${id}: verdicts.${verdict} is none of ${tags.join(', ')}`
  }
}

function* contractFaults(card: AgentCard, cards: readonly AgentCard[]): Iterable<string> {
  const { id, contract } = card
  const named = {
    requires: contract.requires.flatMap(({ agents }) => agents),
    provides: contract.provides.flatMap(({ consumers }) => consumers),
    conflicts: contract.conflicts.map(({ agent }) => agent),
  }
  for (const [field, agents] of Object.entries(named)) {
    for (const agent of agents) {
      if (!ids.has(agent)) yield `${id}: contract.${field} names ${agent}, which is no agent`
      if (agent === id) yield `${id}: contract.${field} names itself`
    }
  }
  for (const { agent, type, resolution } of contract.conflicts) {
    const answer = cards.find((each) => each.id === agent)?.contract.conflicts.find((back) => back.agent === id)
    const agrees = answer?.type === type && answer.resolution === resolution
    if (!agrees) yield `${id}: contract.conflicts with ${agent} is not the same on the other side`
  }
}

/** Takes away again and again whoever waits for nobody; among those who are left, one leads to the next and so to a circle. */
function* circleFaults(cards: readonly AgentCard[]): Iterable<string> {
  const waiting = new Map(cards.map(({ id, contract }) => [id, contract.requires.flatMap(({ agents }) => agents)]))
  const isFree = (agents: readonly number[]) => agents.every((agent) => !waiting.has(agent))
  for (;;) {
    const free = [...waiting].filter(([, agents]) => isFree(agents))
    if (free.length === 0) break
    for (const [id] of free) waiting.delete(id)
  }
  const path: number[] = []
  let [next] = waiting.keys()
  while (next !== undefined && !path.includes(next)) {
    path.push(next)
    next = waiting.get(next)?.find((agent) => waiting.has(agent))
  }
  if (next === undefined) return
  const [first, ...others] = path.slice(path.indexOf(next))
  yield `${first}: contract.requires forms a circle with ${others.join(', ') || 'itself'}`
}

/** The faults by which these cards are not the 57, each as `id: field …`; empty when there is none. */
export const rosterFaults = (cards: readonly AgentCard[]): readonly string[] => [
  ...identityFaults(cards),
  ...cards.flatMap((card) => [...cardFaults(card), ...contractFaults(card, cards)]),
  ...circleFaults(cards),
]

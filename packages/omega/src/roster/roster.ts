import { ArtooError, assertOptions } from '@artoo/spec'
import { adversaryCards } from '../cards/adversary.js'
import { bridgeCards } from '../cards/bridge.js'
import { genesisCards } from '../cards/genesis.js'
import { memoryAndPhiCards } from '../cards/memory-and-phi.js'
import { metaCards } from '../cards/meta.js'
import { verificationCards } from '../cards/verification.js'
import type { AgentCard, CardData, Tier } from '../protocol/card.js'
import type { Profile } from '../protocol/profile.js'
import { clusterOf, idsOf, isIn, tierRules } from './tiers.js'

/** The agents of a panel. */
export interface Roster {
  /** By id, ascending. */
  readonly cards: readonly AgentCard[]
  /** @throws {ArtooError} `unknown_agent` */
  readonly card: (id: number) => AgentCard
  /**
   * The agent that may do a failed agent's work: one of its tier that is not in `without`, of its own cluster if there is one, the next by id.
   * Null when there is none: agents of META are one of a kind, and so is one that reads others of its own tier, such as 46.
   */
  readonly substituteFor: (id: number, options: { readonly without: readonly number[] }) => number | null
}

export function rosterOf(cards: readonly AgentCard[]): Roster {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const card = (id: number) => {
    const found = byId.get(id)
    if (found) return found
    throw new ArtooError('unknown_agent', `There is no agent ${id} on this panel`, { field: 'id' })
  }
  const hasPeers = ({ tier, parts, sumsUp }: AgentCard) => tier !== 'META' && parts.length === 0 && !sumsUp
  return {
    cards,
    card,
    substituteFor(id, { without }) {
      const failed = card(id)
      if (!hasPeers(failed)) return null
      const free = cards.filter((each) => each.tier === failed.tier && each.id !== id && hasPeers(each))
      const able = free.filter((each) => !without.includes(each.id))
      const round = [...able.filter((each) => each.id > id), ...able.filter((each) => each.id < id)]
      return (round.find(({ cluster }) => cluster === failed.cluster) ?? round[0])?.id ?? null
    },
  }
}

const data: readonly CardData[] = [
  ...genesisCards,
  ...bridgeCards,
  ...verificationCards,
  ...adversaryCards,
  ...metaCards,
  ...memoryAndPhiCards,
]

const tierOf = (id: number): Tier => (Object.keys(tierRules) as Tier[]).find((tier) => isIn(tier, id)) ?? 'PHI'

function cardOf({ id, name, purpose, reads = [], verdicts = {}, parts = [], instruction }: CardData): AgentCard {
  const tier = tierOf(id)
  const { stance, reads: read } = tierRules[tier]
  const sumsUp = tier !== 'META' && reads.some((other) => isIn(tier, other))
  return {
    ...{ id, name, tier, stance, cluster: clusterOf(id), purpose, verdicts, parts, sumsUp },
    reads: [...new Set([...read.flatMap((each: Tier) => idsOf(each)), ...reads])].filter((other) => other !== id),
    instruction: instruction.join('\n'),
    isLean: false,
  }
}

/** The 57 of the protocol. */
export const roster: Roster = rosterOf(data.map(cardOf))

/** Closing verdicts of a closed set count for the protocol's conditions alone, so nobody else is asked for one. */
const withoutVerdicts = ({ verdicts, instruction, ...card }: AgentCard): AgentCard => ({
  ...card,
  verdicts: {},
  instruction: instruction
    .split('\n')
    .filter((line) => ['Verdict', ...Object.keys(verdicts)].every((word) => !line.startsWith(word)))
    .join('\n'),
})

const replaceable = ['purpose', 'instruction'] as const

/** The parts of a card that a host may replace: what it is for, and what it is told. */
export type CardReplacement = Partial<Pick<AgentCard, (typeof replaceable)[number]>>

/** A quick panel goes by what its agents are for: how they go about it is left to them. */
const lean = (card: AgentCard): AgentCard => ({ ...card, instruction: '', isLean: true })

/** The 57 as a panel asks them, with the texts of some cards replaced, by id. @throws {ArtooError} `invalid_roster`, whose `field` is the part at fault: `44.instruction`. */
export function createRoster(
  { profile = 'measured', isLean = false }: { readonly profile?: Profile; readonly isLean?: boolean } = {},
  replacements: Readonly<Record<number, CardReplacement>> = {},
): Roster {
  const replaced = Object.entries(replacements)
  for (const [key, replacement] of replaced) assertReplacement(key, replacement)
  const name = `${profile} ${isLean}`
  const made = replaced.length === 0 ? known.get(name) : undefined
  if (made) return made
  const asked = profile === 'paper' ? roster.cards : roster.cards.map(withoutVerdicts)
  const cards = isLean ? asked.map(lean) : asked
  const own = rosterOf(replaced.length === 0 ? cards : cards.map((card) => ({ ...card, ...replacements[card.id] })))
  if (replaced.length === 0) known.set(name, own)
  return own
}

// The same cards each time: their schemas are built once.
const known = new Map<string, Roster>()

function assertReplacement(key: string, replacement: CardReplacement): void {
  const invalid = (why: string, field: string) => new ArtooError('invalid_roster', `createRoster: ${why}`, { field })
  // The others are code: nobody tells them anything.
  if (roster.cards.every(({ id }) => id > 52 || String(id) !== key))
    throw invalid(`there is no agent ${key} that is told anything: replace one of 1 to 52`, key)
  assertOptions(replacement, replaceable, { of: `createRoster (agent ${key})`, path: key, code: 'invalid_roster' })
  for (const [name, text] of Object.entries(replacement)) {
    if (typeof text === 'string' && text.trim() !== '') continue
    throw invalid(`${key}.${name} has to be a text: give one, or leave it out`, `${key}.${name}`)
  }
}

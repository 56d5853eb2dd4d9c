import { ArtooError, assertOptions } from '@artoo/spec'
import type { AgentCard, Tier } from '../protocol/card.js'
import { adversaryCards } from './adversary.js'
import { bridgeCards } from './bridge.js'
import { genesisCards } from './genesis.js'
import { memoryCards } from './memory.js'
import { metaCards } from './meta.js'
import { decisive, everyId } from './official.js'
import { phiCards } from './phi.js'
import { rosterFaults } from './roster-faults.js'
import { verificationCards } from './verification.js'

const official: readonly AgentCard[] = [
  ...genesisCards,
  ...bridgeCards,
  ...verificationCards,
  ...adversaryCards,
  ...metaCards,
  ...memoryCards,
  ...phiCards,
]

const replaceable = ['function', 'contract', 'verdicts', 'content', 'instruction'] as const

/** The fields of a card that a host may replace. Id, name and tier stay, and with them stance and cluster. */
export type CardReplacement = Partial<Pick<AgentCard, (typeof replaceable)[number]>>

export interface Roster {
  /** All 57, by id. */
  readonly cards: readonly AgentCard[]
  /** @throws {ArtooError} `unknown_agent` */
  readonly card: (id: number) => AgentCard
  readonly agentsOf: (tier: Tier) => readonly AgentCard[]
  /**
   * The agent that may do a failed agent's work: one of its tier that is not in `without`, of its own cluster if there
   * is one, the next by id. Null when there is none: the agents of META, MEMORY and PHI are one of a kind, and so is an
   * agent that reads others of its own tier, such as 46.
   */
  readonly substituteFor: (id: number, options: { readonly without: readonly number[] }) => number | null
}

const oneOfAKind: readonly Tier[] = ['META', 'MEMORY', 'PHI']

function rosterOf(cards: readonly AgentCard[]): Roster {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const card = (id: number) => {
    const found = byId.get(id)
    if (found === undefined)
      throw new ArtooError('unknown_agent', `There is no agent ${id}: ids are 1 to 57`, { field: 'id' })
    return found
  }
  const hasPeers = ({ tier, contract }: AgentCard) =>
    !oneOfAKind.includes(tier) &&
    !contract.requires.some(({ agents }) => agents.some((id) => byId.get(id)?.tier === tier))
  return {
    cards,
    card,
    agentsOf: (tier) => cards.filter((each) => each.tier === tier),
    substituteFor: (id, { without }) => {
      const failed = card(id)
      if (!hasPeers(failed)) return null
      const peers = cards.filter((each) => each.tier === failed.tier && each.id !== id && hasPeers(each))
      const free = peers.filter((each) => !without.includes(each.id))
      const round = [...free.filter((each) => each.id > id), ...free.filter((each) => each.id < id)]
      return (round.find(({ cluster }) => cluster === failed.cluster) ?? round[0])?.id ?? null
    },
  }
}

/** The 57 as they are. */
export const roster: Roster = rosterOf(official)

/**
 * The 57 with some cards' parts replaced, by id.
 *
 * @throws {ArtooError} `invalid_roster`, whose `field` is the part at fault: `44.name`.
 */
export function createRoster(replacements: Readonly<Record<number, CardReplacement>> = {}): Roster {
  const replaced = Object.entries(replacements)
  // The 57 cards without replacements need no check here: a test checks them.
  if (replaced.length === 0) return roster
  for (const [id, replacement] of replaced) assertReplacement(id, replacement)
  const cards = official.map((card) => {
    const replacement = replacements[card.id]
    return replacement === undefined ? card : { ...card, ...replacement }
  })
  const [fault] = rosterFaults(cards)
  if (fault === undefined) return rosterOf(cards)
  throw invalid(`${fault}: mend its replacement`, fault.replace(/^(\d+): (\S+).*$/, '$1.$2'))
}

const invalid = (why: string, field: string) => new ArtooError('invalid_roster', `createRoster: ${why}`, { field })

function assertReplacement(key: string, replacement: CardReplacement): void {
  const id = Number(key)
  if (!everyId.includes(id) || key !== String(id))
    throw invalid(`there is no agent ${key}: replace one of 1 to 57`, key)
  assertOptions(replacement, replaceable, { of: `createRoster (agent ${key})`, path: key, code: 'invalid_roster' })
  const empty = replaceable.find((name) => Object.hasOwn(replacement, name) && (replacement[name] ?? null) === null)
  if (empty !== undefined) throw invalid(`${key}.${empty} has no value: leave it out`, `${key}.${empty}`)
  const { content, verdicts } = replacement
  if (content !== undefined && content._zod?.def.type !== 'object') {
    throw invalid(`${key}.content is no z.object(): give one`, `${key}.content`)
  }
  if (verdicts === undefined || !(decisive as readonly number[]).includes(id)) return
  const lost = Object.keys(roster.card(id).verdicts).filter((verdict) => !Object.hasOwn(verdicts, verdict))
  if (lost.length > 0) {
    const why = `${key}.verdicts lacks ${lost.join(', ')}, by which a session is decided: keep them beside your own`
    throw invalid(why, `${key}.verdicts`)
  }
}

import type { AnyModel } from '@artoo/llm'
import { assertShaped, callable, modelShape } from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import * as z from 'zod'
import type { AgentFunction } from '../effects/agent.js'
import { type AgentCard, type Stance, stances, type Tier } from '../protocol/card.js'
import { type Roster, rosterOf } from './roster.js'
import { tierRules } from './tiers.js'

/** An agent of a panel of your own. */
export interface OwnAgent {
  /** Unique on the panel. */
  readonly name: string
  /** Instructions beside the rules of its stance. @defaultValue none */
  readonly instructions?: string | undefined
  /**
   * `exploring` answers, `neutral` judges answers, `hostile` attacks them, `connecting` links what others said, `integrating` writes one
   * answer of it.
   */
  readonly stance: (typeof stances)[number]
  /** @defaultValue one of the panel's models, in turns within each stance */
  readonly model?: AnyModel | undefined
  /** The family of the model, whose errors its agents share. @defaultValue the model's id */
  readonly family?: string | undefined
  /** A function that answers in place of a model; of the family `code` unless `family` says otherwise. */
  readonly run?: AgentFunction | undefined
  /** A person, who is asked through `clarify`. Only `exploring` and `neutral`. */
  readonly person?: true | undefined
}

const tierOf = {
  exploring: 'GENESIS',
  connecting: 'BRIDGE',
  neutral: 'VERIFICATION',
  hostile: 'ADVERSARY',
  integrating: 'META',
} as const satisfies Record<(typeof stances)[number], Tier>

const shape = z.strictObject({
  name: z.string().trim().min(1),
  instructions: z.string().optional(),
  stance: z.enum(stances),
  model: modelShape.optional(),
  family: z.string().min(1).optional(),
  run: callable.optional(),
  person: z.literal(true).optional(),
})

/** The roster of a panel of one's own. @throws {ArtooError} `invalid_option`, whose `field` is the part at fault: `panel.agents.0.stance`. */
export function ownRoster(agents: readonly OwnAgent[]): Roster {
  const path = 'panel.agents'
  const refuse = (why: string, field = path) => new ArtooError('invalid_option', `createOmega: ${why}`, { field })
  if (!Array.isArray(agents) || agents.length < 2) throw refuse('a panel takes two agents at least')
  for (const [index, agent] of agents.entries()) assertAgent(agent, `${path}.${index}`, refuse)
  const names = agents.map(({ name }) => name.trim())
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw refuse(`two agents are called ${JSON.stringify(twice)}: give each a name of its own`)
  if (!agents.some(({ stance }) => stance === 'exploring'))
    throw refuse('nobody answers: one agent has to be exploring')
  return rosterOf(agents.map((agent, index) => cardOf(agent, index + 1, agents)))
}

function assertAgent(agent: OwnAgent, path: string, refuse: (why: string, field: string) => ArtooError): void {
  assertShaped(shape, agent, { of: 'createOmega', path })
  const { name, stance, person, model, run, family } = agent
  if ([person, model, run].filter((one) => one !== undefined).length > 1) {
    throw refuse(`${name} is a person, a function or a model: give one of person, run and model`, path)
  }
  if (family !== undefined && model === undefined && run === undefined) {
    throw refuse(
      `${name} has a family and no model or function of its own: give one, or leave it out`,
      `${path}.family`,
    )
  }
  if (person && stance !== 'exploring' && stance !== 'neutral') {
    throw refuse(`a person can be exploring or neutral, and ${name} is ${stance}`, `${path}.stance`)
  }
}

function cardOf({ name, instructions = '', stance }: OwnAgent, id: number, agents: readonly OwnAgent[]): AgentCard {
  const tier = tierOf[stance]
  const { reads } = tierRules[tier]
  const read: readonly Tier[] = stance === 'integrating' ? ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY'] : reads
  return {
    ...{ id, name, tier, stance: stance as Stance, cluster: null, purpose: '', verdicts: {}, sumsUp: false },
    reads: agents.flatMap((other, index) => (read.includes(tierOf[other.stance]) ? [index + 1] : [])),
    parts: stance === 'integrating' ? ['synthesis'] : [],
    instruction: instructions,
    isLean: false,
  }
}

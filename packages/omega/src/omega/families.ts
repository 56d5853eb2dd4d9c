import { languageModel } from '@artoo/llm'
import { ArtooError, type LanguageModel } from '@artoo/spec'
import { familyOfAgent } from '../effects/agent.js'
import type { AgentCard } from '../protocol/card.js'
import type { FamilyModel, OmegaOptions } from './options.js'

/** The model and the family of each agent. */
export interface Voices {
  modelOf(agent: number): LanguageModel
  /** By agent. */
  readonly families: Readonly<Record<number, string>>
}

interface Voice {
  readonly model: LanguageModel
  readonly family: string
}

/**
 * Hands out the models: in each tier agents take turns, and the tiers that verify and attack begin with another family than those whose claims
 * they look at. PHI and the synthesis speak through the first.
 *
 * @throws {ArtooError} `invalid_option`
 */
export function voicesOf({ model, models, agents = {} }: OmegaOptions, cards: readonly AgentCard[]): Voices {
  const isSilent =
    model === undefined && models === undefined && cards.every(({ id }) => id > lastOfPanel || agents[id])
  const all = isSilent ? [nobody] : voices(model, models)
  const byAgent = new Map(cards.map((card) => [card.id, voiceFor(card, all)]))
  const families = cards.map(({ id }) => {
    const own = agents[id]
    return [id, own ? familyOfAgent(own) : byAgent.get(id)?.family]
  })
  return {
    families: Object.fromEntries(families),
    modelOf: (agent) => (byAgent.get(agent) ?? (all[0] as Voice)).model,
  }
}

/** The last agent that is sent: beyond it, memory is code, and PHI directs. */
const lastOfPanel = 52

/** A panel of functions needs a model only where PHI itself would ask one. */
const nobody: Voice = {
  family: 'none',
  model: {
    id: 'none',
    generate: () =>
      Promise.reject(new ArtooError('no_model', 'there is no model: give createOmega one', { field: 'model' })),
  },
}

const offsets: Readonly<Partial<Record<AgentCard['tier'], number>>> = { VERIFICATION: 1, ADVERSARY: 2 }

function voiceFor({ id, tier }: AgentCard, all: readonly Voice[]): Voice {
  const turn = tier === 'META' || tier === 'PHI' ? 0 : id + (offsets[tier] ?? 0)
  return all[turn % all.length] as Voice
}

function voices(model: OmegaOptions['model'], models: OmegaOptions['models']): readonly Voice[] {
  if ((model === undefined) === (models === undefined)) {
    const message = 'give either model, or models of several families'
    throw new ArtooError('invalid_option', message, { field: model === undefined ? 'model' : 'models' })
  }
  if (model !== undefined) return [voiceOf(model, 'model')]
  if (models === undefined || models.length === 0) {
    throw new ArtooError('invalid_option', 'models must be a list of at least one model', { field: 'models' })
  }
  return models.map((one, index) => voiceOf(one, `models.${index}`))
}

function voiceOf(given: NonNullable<OmegaOptions['models']>[number], field: string): Voice {
  if (!isFamily(given)) {
    const model = languageModel(given, field)
    return { model, family: model.id }
  }
  const { family } = given
  if (typeof family !== 'string' || family === '' || family === 'code') {
    const message = 'a family is a name, and `code` is that of agents that compute'
    throw new ArtooError('invalid_option', message, { field: `${field}.family` })
  }
  return { model: languageModel(given.model, `${field}.model`), family }
}

const isFamily = (given: NonNullable<OmegaOptions['models']>[number]): given is FamilyModel =>
  typeof given === 'object' && given !== null && 'family' in given

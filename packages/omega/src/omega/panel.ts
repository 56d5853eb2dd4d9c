import { languageModel } from '@artoo/llm'
import { ArtooError, type LanguageModel } from '@artoo/spec'
import { type AgentFunction, familyOfAgent, runOfAgent } from '../effects/agent.js'
import { speakerOf } from '../messages/outputs.js'
import type { Speakers } from '../plan/deal.js'
import type { PanelSize } from '../protocol/profile.js'
import { type OwnAgent, ownRoster } from '../roster/own-panel.js'
import { createRoster, type Roster } from '../roster/roster.js'
import type { FamilyModel, OmegaOptions } from './options.js'

/** The agents of a panel with the models, functions and persons that speak for them. */
export interface Panel {
  readonly size: PanelSize | 'own'
  readonly roster: Roster
  readonly speakers: Speakers
  /** By the number of the voice. */
  readonly models: readonly LanguageModel[]
  /** The model that answers for an output, and those that stand in for it: for an answer that only one agent gives, all that take turns. */
  readonly modelsOf: (output: string) => Models
  /** By id. */
  readonly functions: Readonly<Record<number, AgentFunction>>
}

type Models = LanguageModel | readonly [LanguageModel, ...LanguageModel[]]

/** Panel without what follows from the rest of it. */
type Seated = Omit<Panel, 'modelsOf'>

/** @throws {ArtooError} `invalid_option` naming the option, `invalid_roster`. */
export function panelOf(options: OmegaOptions): Panel {
  const seated = seatedOf(options)
  const { roster, models, speakers } = seated
  const [first, ...others] = models.slice(0, speakers.shared)
  function modelsOf(output: string): Models {
    const { agent, voice } = speakerOf(output)
    const isAlone = agent === phi || roster.card(agent).tier === 'META'
    const own = models[voice] as LanguageModel
    return first && isAlone && own === first ? [first, ...others] : own
  }
  return { ...seated, modelsOf }
}

const phi = 57

function seatedOf(options: OmegaOptions): Seated {
  const { panel = 'quick', agents = {}, cards, profile = 'measured' } = options
  if (typeof panel === 'object') {
    const field = (['agents', 'cards'] as const).find((each) => options[each] !== undefined)
    if (field) throw refuse(`${field} are those of the protocol's panel: leave them out`, field)
    if (profile === 'paper') throw refuse('the profile `paper` is for a standard or full panel', 'profile')
    return ownPanel(panel.agents, options)
  }
  if (profile === 'paper' && panel === 'quick')
    throw refuse('the profile `paper` takes a panel that is standard or full', 'profile')
  const roster = createRoster({ profile, isLean: panel === 'quick' }, cards)
  const isSilent = options.model === undefined && options.models === undefined
  const voices = isSilent && Object.keys(agents).length > 0 ? [nobody] : voicesOf(options)
  const functions = Object.entries(agents)
  return {
    ...{ size: panel, roster, models: voices.map(({ model }) => model) },
    functions: Object.fromEntries(functions.map(([id, agent]) => [id, runOfAgent(agent)])),
    speakers: {
      ...{ voices: voices.map(({ family }) => family), shared: voices.length },
      fixed: Object.fromEntries(
        functions.map(([id, agent]) => [id, { kind: 'function', family: familyOfAgent(agent) }]),
      ),
    },
  }
}

function ownPanel(agents: readonly OwnAgent[], options: OmegaOptions): Seated {
  const roster = ownRoster(agents)
  const speaksForItself = ({ model, run, person }: OwnAgent) => model !== undefined || run !== undefined || person
  const voices = agents.every(speaksForItself) && !options.model && !options.models ? [nobody] : [...voicesOf(options)]
  const shared = voices.length
  const functions: Record<number, AgentFunction> = {}
  const fixed: Record<number, Speakers['fixed'][number]> = {}
  for (const [index, { name, model, family, run, person }] of agents.entries()) {
    const id = index + 1
    if (person) fixed[id] = { kind: 'person', family: `person: ${name}` }
    else if (run) {
      functions[id] = run
      fixed[id] = { kind: 'function', family: family ?? 'code' }
    } else if (model !== undefined) {
      const voice = voiceOf(family === undefined ? model : { model, family }, `panel.agents.${index}.model`)
      fixed[id] = { kind: 'model', voice: voices.push(voice) - 1, family: voice.family }
    }
  }
  const speakers = { voices: voices.map((voice) => voice.family), shared, fixed }
  return { size: 'own', roster, speakers, models: voices.map((voice) => voice.model), functions }
}

interface Voice {
  readonly model: LanguageModel
  readonly family: string
}

/** A panel of functions needs a model only where one would be asked. */
const nobody: Voice = {
  family: 'none',
  model: {
    id: 'none',
    generate: () =>
      Promise.reject(new ArtooError('no_model', 'there is no model: give createOmega one', { field: 'model' })),
  },
}

function voicesOf({ model, models }: OmegaOptions): readonly Voice[] {
  if ((model === undefined) === (models === undefined)) {
    throw refuse('give either model, or models of several families', model === undefined ? 'model' : 'models')
  }
  if (model !== undefined) return [voiceOf(model, 'model')]
  if (models === undefined || models.length === 0) throw refuse('models must be a list of at least one model', 'models')
  return models.map((one, index) => voiceOf(one, `models.${index}`))
}

function voiceOf(given: NonNullable<OmegaOptions['models']>[number], field: string): Voice {
  if (!isFamily(given)) {
    const model = languageModel(given, field)
    return { model, family: model.id }
  }
  const { family } = given
  if (typeof family !== 'string' || family === '' || family === 'code') {
    throw refuse('a family is a name, and `code` is that of agents that compute', `${field}.family`)
  }
  return { model: languageModel(given.model, `${field}.model`), family }
}

const isFamily = (given: NonNullable<OmegaOptions['models']>[number]): given is FamilyModel =>
  typeof given === 'object' && given !== null && 'family' in given

const refuse = (why: string, field: string) => new ArtooError('invalid_option', why, { field })

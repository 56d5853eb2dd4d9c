import type { Clock } from '@artoo/spec'
import type { OmegaOptions } from '../../src/omega/options.js'
import { stances } from '../../src/protocol/card.js'
import { type OwnAgent, ownRoster } from '../../src/roster/own-panel.js'
import { createRoster, type Roster } from '../../src/roster/roster.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'
import { functionsOf, randomModels } from './voices.js'

/** The options that say who is on a panel, and its roster, with which its journal can be decided again. */
export interface RandomPanel {
  readonly options: Pick<OmegaOptions, 'panel' | 'profile' | 'models' | 'agents'>
  readonly roster: Roster
}

export function randomPanel(chance: Chance, climate: Climate, clock: Clock): RandomPanel {
  const functionOf = functionsOf(chance.of('agents'), climate, clock)
  const models = randomModels(chance.of('models'), climate, clock, () => made.roster)
  const isFunction = () => chance.is(climate.functions)
  const { panel: kind } = climate
  const made = kind === 'own' ? own() : protocols()

  function protocols(): RandomPanel {
    const profile = kind === 'paper' ? 'paper' : 'measured'
    const panel = kind === 'paper' ? chance.pick(['standard', 'full'] as const) : (kind as 'quick')
    const roster = createRoster({ profile, isLean: panel === 'quick' })
    const ids = roster.cards.filter(({ id }) => id <= 52 && isFunction()).map(({ id }) => id)
    const agents = Object.fromEntries(ids.map((id) => [id, functionOf(id, () => roster)]))
    return { options: { panel, profile, models, agents }, roster }
  }

  function own(): RandomPanel {
    const agents = Array.from({ length: 2 + chance.below(14) }, (_, index): OwnAgent => {
      const stance = index === 0 ? 'exploring' : chance.pick(stances)
      const agent = { name: `Member ${index}`, stance }
      if (isFunction()) return { ...agent, run: functionOf(index + 1, () => made.roster) }
      const [first] = models
      if (first && chance.is(0.2)) return { ...agent, model: first.model, family: `own ${chance.below(2)}` }
      const isPerson = (stance === 'exploring' || stance === 'neutral') && chance.is(0.2)
      return isPerson ? { ...agent, person: true } : agent
    })
    return { options: { panel: { agents }, models }, roster: ownRoster(agents) }
  }

  return made
}

import {
  characteristics,
  type GivenClassification,
  problemTypes,
  stakesLevels,
  subtypes,
  uncertaintyLevels,
} from '../../src/protocol/classification.js'
import type { Chance } from './chance.js'

const needs = (chance: Chance) => {
  const share = chance.next()
  return characteristics.filter(() => chance.is(share))
}

/** What PHI makes of a problem. */
export const randomReading = (chance: Chance) => ({
  subtype: chance.pick<string>(subtypes[chance.pick(problemTypes)]),
  characteristics: needs(chance),
  uncertainty: chance.pick(uncertaintyLevels),
  stakes: chance.pick(stakesLevels),
  wellDefined: chance.is(0.8),
  trivial: chance.is(0.1),
})

/** What the host says of it: all, nothing or something. */
export function randomKnowledge(chance: Chance): GivenClassification {
  const type = chance.pick(problemTypes)
  const all: GivenClassification = {
    ...{ type, subtype: chance.pick(subtypes[type]), characteristics: needs(chance) },
    ...{ uncertainty: chance.pick(uncertaintyLevels), stakes: chance.pick(stakesLevels) },
    ...{ wellDefined: chance.is(0.85), trivial: chance.is(0.08) },
  }
  if (chance.is(0.7)) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'type' && chance.is(0.4)))
}

import type { Family } from '../plant.js'
import { firstThingRecipes } from './families/first-things.js'
import { methodRecipes } from './families/methods.js'
import { mixedRecipes } from './families/mixed.js'
import { parameterRecipes } from './families/parameters.js'
import { peopleRecipes } from './families/people.js'
import { placeRecipes } from './families/places.js'
import { unsteadyRecipes } from './families/unsteady.js'
import { familyFrom } from './making/family.js'

/** The tasks that constants of the controller are fitted on. */
export const families: readonly Family[] = [
  ...parameterRecipes,
  ...placeRecipes,
  ...methodRecipes,
  ...unsteadyRecipes,
  ...firstThingRecipes,
  ...peopleRecipes,
  ...mixedRecipes,
].map(familyFrom)

import type { Family } from '../plant.js'
import { hidden } from './families/hidden.js'
import { limits } from './families/limits.js'
import { methods } from './families/methods.js'
import { people } from './families/people.js'
import { places } from './families/places.js'
import { reviews } from './families/reviews.js'
import { values } from './families/values.js'
import { worlds } from './families/worlds.js'
import { familyOf } from './generator/family.js'

/** Families that no controller was made on. */
export const families: readonly Family[] = [
  ...values,
  ...places,
  ...methods,
  ...hidden,
  ...worlds,
  ...people,
  ...limits,
  ...reviews,
].map(familyOf)

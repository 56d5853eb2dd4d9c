import { type Recipe, someOf } from '../making/family.js'
import { target, tool, way } from '../obstacles/choices.js'
import { parameter } from '../obstacles/parameter.js'

export const placeRecipes: readonly Recipe[] = [
  {
    name: 'one endpoint among many',
    parts: someOf(
      [1, 2],
      [
        {
          tools: [5, 8],
          targets: [8, 12],
          ways: [2, 3],
          criteria: [2, 4],
          wrong: [['tool'], ['target'], ['tool', 'target'], ['tool', 'target']],
          obstacles: [tool({ loud: 0.6 }), target(), way(), parameter({ step: 0.4 })],
        },
      ],
    ),
    planner: { obedience: 0.95, reading: 1, recall: 0.9 },
  },
  {
    name: 'file that was moved',
    parts: someOf(
      [1, 3],
      [
        {
          targets: [4, 7],
          wrong: [['target'], ['target'], ['target'], ['target', 'way']],
          obstacles: [target({ loud: 1 }), tool(), way(), parameter({ step: 0.4 })],
        },
      ],
    ),
  },
  {
    // An empty result has the right form, and no error.
    name: 'search that finds nothing',
    parts: someOf(
      [1, 2],
      [
        {
          targets: [4, 8],
          criteria: [2, 5],
          wrong: [['target'], ['target'], ['target'], ['target', 'parameter']],
          obstacles: [tool(), target({ loud: 0, spoils: 0.75 }), way(), parameter({ step: 0.4, loud: 0 })],
        },
      ],
    ),
    planner: { reading: 0 },
  },
  {
    // The entries go to another file every two rounds; the first plan looks into one of the old ones.
    name: 'log that rotates',
    parts: someOf(
      [1, 2],
      [
        {
          targets: [4, 6],
          criteria: [1, 4],
          wrong: [['target'], ['target'], ['target', 'parameter'], ['parameter']],
          movesAfter: [1, 2],
          obstacles: [tool(), target({ spoils: 0.8 }), way(), parameter({ step: 0.5 })],
        },
      ],
    ),
  },
]

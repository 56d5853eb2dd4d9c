import { type Recipe, someOf } from '../making/family.js'
import { target, tool, way } from '../obstacles/choices.js'
import { parameter } from '../obstacles/parameter.js'

const small = { tools: [2, 3], targets: [2, 3], ways: [2, 3] } as const

export const parameterRecipes: readonly Recipe[] = [
  {
    // Few values; too short a limit looks like a service that is down.
    name: 'time limit of a client',
    parts: someOf(
      [1, 2],
      [
        {
          ...small,
          criteria: [1, 1],
          wrong: [['parameter']],
          fresh: [0, 1, 1, 2],
          obstacles: [tool(), target(), way({ spoils: 1 }), parameter({ loud: 0.4, error: 'passing' })],
        },
      ],
    ),
  },
  {
    // Many wordings, several of them good enough; a reviewer who is hard to please.
    name: 'wording of a letter',
    parts: someOf(
      [1, 2],
      [
        {
          ...small,
          criteria: [3, 5],
          byCode: 0.15,
          wrong: [['parameter'], ['parameter'], ['parameter'], ['way', 'parameter']],
          steps: [2, 5],
          fresh: [1, 2, 2, 3],
          obstacles: [
            tool({ loud: 0.2 }),
            target({ loud: 0 }),
            way(),
            parameter({ step: 0.25, tolerance: 1, loud: 0 }),
          ],
        },
      ],
    ),
    judge: { falseFail: 0.2 },
  },
  {
    // A near miss looks like a far one, so that there is little to aim by.
    name: 'pattern that matches or does not',
    parts: someOf(
      [1, 3],
      [
        {
          ...small,
          criteria: [2, 4],
          byCode: 1,
          wrong: [['parameter'], ['parameter'], ['parameter'], ['target', 'parameter']],
          steps: [1, 3],
          fresh: [0, 1, 2],
          obstacles: [tool(), target({ loud: 0.8 }), way(), parameter({ spoils: 0.7, loud: 0.3 })],
        },
      ],
    ),
    planner: { aim: 0.6 },
  },
]

import { type Recipe, someOf } from '../making/family.js'
import { lure, target, tool, way } from '../obstacles/choices.js'
import { parameter } from '../obstacles/parameter.js'

const lured = { tools: [3, 5], ways: [3, 5], criteria: [4, 5] } as const

export const methodRecipes: readonly Recipe[] = [
  {
    // The numbers are there, and added up over the wrong rows; an auditor who doubts right ones too.
    name: 'sums over the wrong rows',
    parts: someOf(
      [1, 2],
      [
        {
          ways: [4, 6],
          criteria: [2, 4],
          wrong: [['way'], ['way'], ['way'], ['way', 'parameter']],
          fresh: [0, 0, 1],
          obstacles: [tool(), target(), way({ spoils: 0.7 }), parameter({ step: 0.4, loud: 0 })],
        },
      ],
    ),
    judge: { falseFail: 0.1 },
  },
  {
    // Nothing but a judge says which mail belongs where, and it lets much pass.
    name: 'two ways to sort mail',
    parts: someOf(
      [1, 2],
      [
        {
          ways: [4, 6],
          rightWays: 2,
          criteria: [2, 5],
          byCode: 0,
          wrong: [['way'], ['way'], ['way', 'target'], ['way', 'parameter']],
          obstacles: [tool({ loud: 0.7 }), target({ loud: 0.2 }), way(), parameter({ step: 0.3, loud: 0 })],
        },
      ],
    ),
    planner: { obedience: 0.6, reading: 1 },
    judge: { falsePass: 0.2 },
  },
  {
    // Each round of reading pictures or of patching by hand gets a little further, and never there.
    name: 'screenshots instead of data',
    parts: someOf(
      [1, 2],
      [
        { ...lured, wrong: [['tool']], obstacles: [lure('tool', 1), target(), way(), parameter({ step: 0.25 })] },
        { ...lured, wrong: [['way']], obstacles: [tool(), target(), lure('way', 2), parameter({ step: 0.25 })] },
      ],
    ),
    planner: { obedience: 0.4, stickiness: 0.8 },
  },
  {
    name: 'form with eight fields',
    parts: someOf(
      [1, 2],
      [
        {
          criteria: [8, 8],
          wrong: [['parameter'], ['parameter'], ['way'], ['target', 'parameter']],
          steps: [1, 3],
          obstacles: [tool(), target({ spoils: 0.75 }), way({ spoils: 0.4 }), parameter({ step: 0.25, loud: 0.1 })],
        },
      ],
    ),
    judge: { falsePass: 0.1 },
  },
]

import { type Recipe, someOf } from '../making/family.js'
import type { Sketch } from '../making/sketch.js'
import { target, tool, way } from '../obstacles/choices.js'
import { parameter } from '../obstacles/parameter.js'
import { locked, never, question } from '../obstacles/people.js'

const choices = [way(), parameter({ step: 0.4 })] as const
const door: Sketch = { wrong: [[], [], ['parameter']], obstacles: [tool(), target(), locked(), ...choices] }
const wish: Sketch = {
  criteria: [2, 4],
  wrong: [[], [], ['way']],
  obstacles: [tool(), target(), question(), ...choices],
}

export const peopleRecipes: readonly Recipe[] = [
  {
    name: 'mailbox of a colleague',
    parts: someOf(
      [1, 3],
      [
        door,
        wish,
        {
          wrong: [[], [], ['target']],
          rightTargets: 2,
          obstacles: [tool(), target(), locked({ only: 'target' }), ...choices],
        },
      ],
    ),
    personAnswers: [0.3, 0.5, 0.7, 1],
  },
  {
    // Nobody answers. A public copy or a common default does for most parts, and nothing for some.
    name: 'key that nobody hands out',
    parts: someOf(
      [1, 2],
      [
        {
          targets: [3, 4],
          rightTargets: 2,
          wrong: [[]],
          obstacles: [tool(), target(), locked({ only: 'target' }), ...choices],
        },
        {
          ways: [3, 4],
          rightWays: 2,
          criteria: [2, 4],
          wrong: [[]],
          obstacles: [tool(), target(), way(), question({ only: 'way' }), parameter({ step: 0.4 })],
        },
        { wrong: [[]], obstacles: [tool(), target(), never('no_access', 1, { failed: true, error: 'denied' })] },
      ],
    ),
    personAnswers: [0],
  },
]

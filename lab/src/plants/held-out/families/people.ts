import { loud } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'

export const people: readonly Sketch[] = [
  {
    name: 'keys and decisions of a person',
    personAnswers: [0.3, 1],
    difficulties: [
      { weight: 45, troubles: [{ kind: 'access' }] },
      { weight: 35, troubles: [{ kind: 'answer' }] },
      { weight: 12, troubles: [{ kind: 'access' }, { kind: 'target' }] },
      { weight: 8, troubles: [{ kind: 'answer' }, { kind: 'parameter' }] },
    ],
  },
  {
    // Nobody answers: a public mirror does it, or nothing does.
    name: 'owner on leave',
    parts: [2, 3],
    personAnswers: [0, 0],
    difficulties: [
      { weight: 45, troubles: [{ kind: 'tool', looks: [loud(1, 'denied')] }] },
      { weight: 25, troubles: [{ kind: 'never', cause: 'no_access', looks: [loud(1, 'denied')] }] },
      { weight: 15, troubles: [{ kind: 'parameter' }] },
      { weight: 15, troubles: [{ kind: 'target' }] },
    ],
  },
]

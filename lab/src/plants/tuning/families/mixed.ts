import { type Recipe, someOf, together } from '../making/family.js'
import type { Sketch } from '../making/sketch.js'
import { target, tool, way } from '../obstacles/choices.js'
import { unprepared } from '../obstacles/first-things.js'
import { parameter } from '../obstacles/parameter.js'
import { locked, never, question } from '../obstacles/people.js'
import { flake, outage } from '../obstacles/time.js'

const choices = [tool(), target(), way(), parameter({ step: 0.4 })] as const
const fresh = [0, 0, 1] as const
const down = { failed: true, error: 'passing' } as const
const absent = { failed: true, error: 'missing' } as const
const denied = { failed: true, error: 'denied' } as const

/** What is wrong is a choice. */
const chosen: readonly Sketch[] = (['tool', 'target', 'way', 'parameter'] as const).map((fault) => ({
  wrong: [[fault]],
  fresh,
  obstacles: choices,
}))

/** What is wrong is the world. */
const worldly: readonly Sketch[] = [
  outage({ lasts: [1, 2], sign: down }),
  flake([0.3, 0.6]),
  unprepared({ sign: absent, orWorkWithTool: [2, 2] }),
  locked(),
  question(),
].map((hurdle) => ({ wrong: [[]], fresh, obstacles: [hurdle, ...choices] }))

const impossible: readonly Sketch[] = [
  { wrong: [[], ['tool']], obstacles: [tool(), never('wrong_target', 1, absent)] },
  { wrong: [[], ['target']], obstacles: [tool(), never('wrong_target', 0.7)] },
  { wrong: [[]], obstacles: [tool(), target(), never('no_access', 1, denied)] },
  // Two demands that cannot both be met.
  { criteria: [2, 4], wrong: [[], ['way']], obstacles: [tool(), target(), way(), never('wrong_parameter', 0.3)] },
  { criteria: [1, 4], wrong: [[], ['parameter']], obstacles: [tool(), target(), never('wrong_tool', 0.6)] },
  { wrong: [[]], obstacles: [tool(), target(), never('unknown', 1, { failed: true, error: 'other' })] },
]

export const mixedRecipes: readonly Recipe[] = [
  {
    name: 'repairs of all kinds',
    parts: someOf([2, 3], [...chosen, ...worldly]),
  },
  {
    // The error that comes back is not that of what is wrong, or hides a second fault.
    name: 'error of a proxy',
    parts: someOf(
      [1, 2],
      [
        { wrong: [['tool', 'target']], fresh, obstacles: [tool({ loud: 1, error: 'missing' }), ...choices.slice(1)] },
        { wrong: [['target', 'way']], fresh, obstacles: [target({ loud: 1, error: 'denied' }), ...choices] },
        {
          wrong: [['parameter'], ['way', 'parameter']],
          obstacles: [tool(), target(), parameter({ step: 0.5, loud: 1, error: 'passing' }), way()],
        },
        { wrong: [['way']], fresh, obstacles: [outage({ lasts: [1, 1], sign: down }), ...choices] },
        { wrong: [['parameter']], obstacles: [unprepared({ sign: denied, orWorkThere: [2, 2] }), ...choices] },
      ],
    ),
  },
  {
    name: 'one of three is impossible',
    parts: together([2, chosen], [1, impossible]),
  },
  {
    name: 'two of four are impossible',
    parts: together([2, [...chosen, ...worldly.slice(0, 2)]], [2, impossible]),
  },
]

import { type Recipe, someOf } from '../making/family.js'
import type { Sketch } from '../making/sketch.js'
import { target, tool, way } from '../obstacles/choices.js'
import type { Hurdle } from '../obstacles/obstacle.js'
import { parameter } from '../obstacles/parameter.js'
import { flake, outage } from '../obstacles/time.js'

const choices = [tool(), target(), way(), parameter({ step: 0.4 })] as const
const down = { failed: true, error: 'passing' } as const

const behind = (hurdle: Hurdle, sketch: Omit<Sketch, 'obstacles'>): Sketch => ({
  ...sketch,
  obstacles: [hurdle, ...choices],
})

export const unsteadyRecipes: readonly Recipe[] = [
  {
    name: 'browser that loses its session',
    parts: someOf([1, 2], [behind(flake([0.3, 0.75]), { wrong: [[], ['target'], ['parameter']] })]),
  },
  {
    // In the last one another tool does not need the service that is down.
    name: 'registry that is down',
    parts: someOf(
      [1, 3],
      [
        behind(outage({ lasts: [1, 3], sign: down }), { wrong: [[], [], ['parameter'], ['target']] }),
        behind(outage({ lasts: [1, 2], sign: down }), { wrong: [[]] }),
        behind(outage({ lasts: [2, 3], sign: down, ofTool: true }), { tools: [3, 4], rightTools: 2, wrong: [[]] }),
      ],
    ),
  },
  {
    // No error says so: an empty page, an error without a word, a copy that lags.
    name: 'service that answers with nothing',
    parts: someOf(
      [1, 2],
      [
        behind(outage({ lasts: [1, 3], sign: {}, spoils: 0.8 }), { criteria: [2, 4], wrong: [[], [], ['parameter']] }),
        behind(outage({ lasts: [1, 3], sign: { failed: true, error: 'other' } }), { wrong: [[], [], ['target']] }),
        behind(outage({ lasts: [1, 2], sign: {}, spoils: 0.5, cause: 'not_yet' }), { criteria: [2, 4], wrong: [[]] }),
      ],
    ),
  },
  {
    name: 'builds that take long',
    parts: someOf(
      [1, 2],
      [
        { wrong: [['parameter'], ['parameter'], ['way'], ['target']], fresh: [0, 0, 1], obstacles: choices },
        { wrong: [['tool'], ['way', 'parameter']], fresh: [0, 0, 1], obstacles: choices },
        behind(outage({ lasts: [1, 1], sign: down }), { wrong: [[]] }),
      ],
    ),
    roundMs: [60_000, 120_000],
  },
]

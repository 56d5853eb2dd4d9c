import { inOrder, type Recipe, someOf } from '../making/family.js'
import { target, tool, way } from '../obstacles/choices.js'
import { afterThePartBefore, unprepared } from '../obstacles/first-things.js'
import { parameter } from '../obstacles/parameter.js'

const broken = { failed: true, error: 'other', changed: true } as const
const absent = { failed: true, error: 'missing' } as const

export const firstThingRecipes: readonly Recipe[] = [
  {
    // Each round of edits mends some of the errors: after one or two the same call goes through.
    name: 'code that does not compile',
    parts: someOf(
      [1, 2],
      [
        {
          criteria: [2, 5],
          byCode: 0.6,
          wrong: [[], [], [], ['parameter'], ['target']],
          fresh: [0, 0, 1],
          obstacles: [
            tool(),
            target(),
            unprepared({ sign: broken, spoils: 0.8, orWorkWithTool: [1, 2] }),
            way(),
            parameter({ step: 0.4 }),
          ],
        },
      ],
    ),
  },
  {
    // The table is not there: only a plan that makes it helps, or staying with it makes it by the way.
    name: 'deployment without its migration',
    parts: someOf(
      [1, 2],
      [
        {
          criteria: [1, 4],
          byCode: 0.5,
          wrong: [[], [], [], ['way']],
          obstacles: [tool(), target(), unprepared({ sign: absent }), way(), parameter({ step: 0.5 })],
        },
        {
          criteria: [1, 4],
          byCode: 0.5,
          wrong: [[], [], ['parameter']],
          obstacles: [
            tool(),
            target(),
            unprepared({ sign: { ...absent, changed: true }, orWorkThere: [1, 2] }),
            way(),
            parameter({ step: 0.5 }),
          ],
        },
      ],
    ),
  },
  {
    // Each part reads what the one before it writes, and has troubles of its own behind that.
    name: 'schema, import and report',
    parts: inOrder(
      [2, 3],
      [
        {
          wrong: [['parameter'], ['target'], ['way'], ['tool']],
          fresh: [0, 0, 1],
          obstacles: [tool(), target(), way(), parameter({ step: 0.5 })],
        },
        {
          wrong: [[], [], ['parameter']],
          obstacles: [afterThePartBefore(absent), tool(), target(), way(), parameter({ step: 0.5 })],
        },
        {
          wrong: [[], [], [], ['parameter']],
          obstacles: [tool(), target(), afterThePartBefore({}), way(), parameter({ step: 0.5 })],
        },
      ],
    ),
  },
]

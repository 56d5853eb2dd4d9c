import { loud, quiet } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'

export const methods: readonly Sketch[] = [
  {
    // A forecast reads well whatever its method is, and the judge believes some of them.
    name: 'estimate by the wrong reasoning',
    parts: [1, 2],
    criteria: [2, 5],
    byCode: 0,
    sizes: { way: [3, 5] },
    spares: { way: 0 },
    looks: { way: [quiet(70, [0.3, 0.8]), quiet(30)] },
    difficulties: [
      { weight: 80, troubles: [{ kind: 'way' }] },
      { weight: 20, troubles: [{ kind: 'way' }, { kind: 'parameter' }] },
    ],
    judge: { falsePass: 0.1 },
  },
  {
    // By entry or by balance: both do it. The reviewer doubts what is right.
    name: 'reconciliation that two methods do',
    parts: [1, 2],
    criteria: [2, 5],
    sizes: { way: [3, 5] },
    spares: { way: 0 },
    otherWays: 1,
    difficulties: [
      { weight: 80, troubles: [{ kind: 'way' }] },
      { weight: 20, troubles: [{ kind: 'way' }, { kind: 'target' }] },
    ],
    judge: { falseFail: 0.1 },
  },
  {
    // Each round one more test is green, and what is left needs another tool or another idea.
    name: 'patches that cure one test after another',
    parts: [1, 2],
    criteria: [4, 6],
    byCode: 0.6,
    sizes: { tool: [3, 4], way: [3, 4] },
    spares: { tool: 0, way: 0.1 },
    difficulties: [
      {
        weight: 45,
        troubles: [{ kind: 'tool', creeps: true, looks: [{ ...loud(70, 'said_no'), changed: true }, quiet(30)] }],
      },
      {
        weight: 55,
        troubles: [{ kind: 'way', creeps: true, looks: [{ ...loud(60, 'said_no'), changed: true }, quiet(40)] }],
      },
    ],
    planner: { stickiness: 0.8 },
  },
]

import { loud, quiet } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'

export const values: readonly Sketch[] = [
  {
    // Few values: last month, this month, with or without the last day.
    name: 'date range of a report query',
    parts: [1, 2],
    criteria: [2, 4],
    byCode: 0.4,
    sizes: { tool: [2, 3], target: [2, 3] },
    offsets: [0, 60, 40],
    fresh: [50, 35, 15],
    difficulties: [
      { weight: 85, troubles: [{ kind: 'parameter' }] },
      { weight: 15, troubles: [{ kind: 'parameter' }, { kind: 'way' }] },
    ],
    looks: { parameter: [quiet(80, [0.3, 0.5]), loud(20, 'other', [0.3, 0.5])] },
    planner: { reading: 0 },
  },
  {
    // Many values, one criterion, and nothing shows how near one is.
    name: 'selector that matches or does not',
    parts: [1, 1],
    criteria: [1, 1],
    byCode: 0.5,
    sizes: { tool: [2, 3], target: [2, 3], way: [1, 2] },
    spares: { tool: 0.4 },
    offsets: [0, 25, 30, 25, 20],
    fresh: [20, 25, 25, 20, 10],
    difficulties: [
      {
        weight: 1,
        troubles: [{ kind: 'parameter', isFlat: true, looks: [loud(50, 'other'), loud(20, 'said_no'), quiet(30)] }],
      },
    ],
    planner: { aim: 0.6 },
  },
  {
    // Many values with a gradient, read off eight checks, and a planner that seldom does what it is told.
    name: 'eight checks of a pull request',
    parts: [1, 2],
    criteria: [8, 8],
    byCode: 1,
    offsets: [0, 25, 30, 30, 15],
    fresh: [35, 30, 20, 10, 5],
    difficulties: [
      {
        weight: 55,
        troubles: [{ kind: 'parameter', looks: [loud(70, 'said_no', [0.13, 0.3]), quiet(30, [0.13, 0.3])] }],
      },
      { weight: 25, troubles: [{ kind: 'way', looks: [loud(60, 'said_no', [0.2, 0.6]), quiet(40, [0.2, 0.6])] }] },
      { weight: 20, troubles: [{ kind: 'target', looks: [loud(50, 'said_no', [0.25, 0.7]), quiet(50, [0.25, 0.7])] }] },
    ],
    planner: { obedience: 0.4, aim: 0.8 },
  },
]

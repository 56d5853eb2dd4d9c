import { loud, quiet } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'

export const places: readonly Sketch[] = [
  {
    name: 'look-alike modules of a large code base',
    parts: [1, 2],
    criteria: [1, 3],
    byCode: 0.5,
    sizes: { tool: [5, 8], target: [6, 10], way: [1, 2] },
    spares: { tool: 0, target: 0 },
    difficulties: [
      { weight: 35, troubles: [{ kind: 'tool' }] },
      { weight: 45, troubles: [{ kind: 'target' }] },
      { weight: 20, troubles: [{ kind: 'tool' }, { kind: 'target' }] },
    ],
    planner: { obedience: 0.9, recall: 0.9 },
  },
  {
    name: 'documentation that moved to another address',
    parts: [1, 2],
    sizes: { target: [3, 6] },
    looks: { target: [loud(85, 'missing'), loud(15, 'missing', [0.5, 0.9])] },
    difficulties: [
      { weight: 75, troubles: [{ kind: 'target' }] },
      { weight: 15, troubles: [{ kind: 'target' }, { kind: 'parameter' }] },
      { weight: 10, troubles: [{ kind: 'target' }, { kind: 'flaky', rate: [0.3, 0.4] }] },
    ],
  },
  {
    // The query runs, and the record of the customer is kept in another system.
    name: 'search that quietly finds nothing',
    parts: [1, 2],
    criteria: [1, 4],
    sizes: { target: [3, 6] },
    looks: { target: [quiet(60), quiet(40, [0.6, 1])] },
    difficulties: [
      { weight: 80, troubles: [{ kind: 'target' }] },
      // A wrong word in the query looks the same.
      { weight: 20, troubles: [{ kind: 'parameter', isFlat: true, looks: [quiet(1, [0.6, 1])] }] },
    ],
    planner: { reading: 1 },
  },
  {
    // Tickets, branches and tables that others rename while the work goes on.
    name: 'records that others move meanwhile',
    parts: [1, 2],
    sizes: { target: [4, 6] },
    spares: { target: 0 },
    drifts: [
      [2, 3],
      [4, 7],
    ],
    looks: { target: [loud(55, 'missing'), quiet(45, [0.5, 1])] },
    difficulties: [
      { weight: 40, troubles: [{ kind: 'parameter' }] },
      { weight: 30, troubles: [{ kind: 'target' }] },
      { weight: 20, troubles: [{ kind: 'way' }] },
      { weight: 10, troubles: [{ kind: 'flaky', rate: [0.3, 0.6] }] },
    ],
  },
]

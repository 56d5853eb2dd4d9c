import { loud, quiet } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'
import { mixedWork } from './mixed-work.js'

export const worlds: readonly Sketch[] = [
  {
    name: 'calls that fail now and then',
    difficulties: [
      { weight: 50, troubles: [{ kind: 'flaky', rate: [0.3, 0.75] }] },
      { weight: 25, troubles: [{ kind: 'flaky', rate: [0.3, 0.75] }, { kind: 'parameter' }] },
      { weight: 25, troubles: [{ kind: 'flaky', rate: [0.3, 0.75] }, { kind: 'target' }] },
    ],
    rightAtOnce: 0,
  },
  {
    name: 'service that is down for a while',
    parts: [1, 2],
    difficulties: [
      { weight: 55, troubles: [{ kind: 'outage', lasts: [1, 3], looks: [loud(1, 'passing')] }] },
      // An index or a replica that lags behind: nothing fails.
      { weight: 30, troubles: [{ kind: 'outage', lasts: [1, 3], looks: [quiet(1, [0.5, 1])] }] },
      { weight: 15, troubles: [{ kind: 'outage', lasts: [1, 2], looks: [loud(1, 'other')] }] },
    ],
  },
  {
    name: 'migrate, seed, verify',
    parts: [2, 3],
    criteria: [1, 4],
    byCode: 0.5,
    chained: 1,
    rightAtOnce: 0.2,
    difficulties: [
      { weight: 40, troubles: [{ kind: 'parameter' }] },
      { weight: 25, troubles: [{ kind: 'target' }] },
      { weight: 15, troubles: [{ kind: 'tool' }] },
      { weight: 10, troubles: [{ kind: 'way' }] },
      { weight: 10, troubles: [{ kind: 'flaky', rate: [0.3, 0.5] }] },
    ],
    planner: { obedience: 0.95 },
  },
  {
    name: 'packages that are not installed yet',
    parts: [1, 2],
    byCode: 0.5,
    difficulties: [
      { weight: 70, troubles: [{ kind: 'unprepared', byWork: 0.4 }] },
      { weight: 20, troubles: [{ kind: 'unprepared', byWork: 0.4 }, { kind: 'parameter' }] },
      { weight: 10, troubles: [{ kind: 'unprepared', byWork: 0.4 }, { kind: 'target' }] },
    ],
  },
  {
    // A lock that a retry releases, a cache that fills, a draft that has to exist before it can be sent.
    name: 'locks and caches that only work clears',
    parts: [1, 2],
    spares: { tool: 0.1 },
    difficulties: [
      { weight: 80, troubles: [{ kind: 'unworked', rounds: [1, 2], byPreparing: 0.5 }] },
      { weight: 20, troubles: [{ kind: 'unworked', rounds: [1, 1], byPreparing: 0.5 }, { kind: 'parameter' }] },
    ],
    planner: { obedience: 0.5 },
  },
  {
    name: 'long runs that fail for many reasons',
    parts: [1, 2],
    roundMs: [60_000, 120_000],
    difficulties: mixedWork,
  },
]

import { loud, quiet } from '../generator/looks.js'
import type { Sketch } from '../generator/sketch.js'

export const hidden: readonly Sketch[] = [
  {
    name: 'error behind the first error',
    parts: [1, 2],
    difficulties: [
      { weight: 20, troubles: [{ kind: 'tool', looks: [loud(1, 'other')] }, { kind: 'parameter' }] },
      { weight: 20, troubles: [{ kind: 'target', looks: [loud(1, 'missing')] }, { kind: 'way' }] },
      {
        weight: 20,
        troubles: [{ kind: 'unprepared', byWork: 0.5, looks: [loud(1, 'said_no')] }, { kind: 'parameter' }],
      },
      {
        weight: 15,
        troubles: [{ kind: 'outage', lasts: [1, 1], looks: [loud(1, 'passing')] }, { kind: 'target' }],
      },
      { weight: 10, troubles: [{ kind: 'access', looks: [loud(1, 'denied')] }, { kind: 'target' }] },
      { weight: 15, troubles: [{ kind: 'way' }, { kind: 'parameter' }] },
    ],
    // The right place still needs its parameter found more often than elsewhere.
    fresh: [60, 30, 10],
  },
  {
    name: 'errors that name the wrong thing',
    parts: [1, 3],
    spares: { tool: 0.1 },
    difficulties: [
      // A store that does not tell what it does not have.
      { weight: 20, troubles: [{ kind: 'target', looks: [loud(1, 'denied')] }] },
      // A private repository that says it does not exist.
      { weight: 15, troubles: [{ kind: 'access', looks: [loud(1, 'missing')] }] },
      // A query that is too wide to end in time.
      { weight: 20, troubles: [{ kind: 'parameter', isFlat: true, looks: [loud(1, 'passing', [0.6, 1])] }] },
      // A page that never settles in a headless browser.
      { weight: 15, troubles: [{ kind: 'tool', looks: [loud(1, 'passing')] }] },
      // A generated file that looks like a wrong path.
      { weight: 15, troubles: [{ kind: 'unprepared', byWork: 0.3, looks: [loud(1, 'missing')] }] },
      // A server that answers with an old or empty page while it is down.
      { weight: 15, troubles: [{ kind: 'outage', lasts: [1, 2], looks: [quiet(60, [0.5, 1]), loud(40, 'missing')] }] },
    ],
  },
]

import type { Difficulty } from '../generator/sketch.js'

/** What goes wrong in a day of work on code, pages and records. */
export const mixedWork: readonly Difficulty[] = [
  { weight: 22, troubles: [{ kind: 'parameter' }] },
  { weight: 18, troubles: [{ kind: 'target' }] },
  { weight: 14, troubles: [{ kind: 'tool' }] },
  { weight: 14, troubles: [{ kind: 'way' }] },
  { weight: 6, troubles: [{ kind: 'target' }, { kind: 'way' }] },
  { weight: 6, troubles: [{ kind: 'outage', lasts: [1, 2] }] },
  { weight: 5, troubles: [{ kind: 'flaky', rate: [0.3, 0.6] }] },
  { weight: 7, troubles: [{ kind: 'unprepared', byWork: 0.5 }] },
  { weight: 4, troubles: [{ kind: 'access' }] },
  { weight: 4, troubles: [{ kind: 'answer' }] },
]

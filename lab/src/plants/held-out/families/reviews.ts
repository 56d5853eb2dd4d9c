import type { Sketch } from '../generator/sketch.js'
import { mixedWork } from './mixed-work.js'

export const reviews: readonly Sketch[] = [
  {
    name: 'memo for a lenient reviewer',
    criteria: [2, 5],
    byCode: 0.2,
    chained: 0.15,
    difficulties: mixedWork,
    judge: { falsePass: 0.2 },
  },
  {
    name: 'slides for a strict reviewer',
    criteria: [2, 5],
    byCode: 0.2,
    chained: 0.15,
    difficulties: mixedWork,
    judge: { falseFail: 0.2 },
  },
]

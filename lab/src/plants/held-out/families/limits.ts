import type { Sketch } from '../generator/sketch.js'
import { mixedWork } from './mixed-work.js'

export const limits: readonly Sketch[] = [
  {
    name: 'one of three is impossible',
    parts: [3, 3],
    criteria: [1, 4],
    impossibleParts: 1,
    difficulties: mixedWork,
  },
  {
    name: 'two of four are impossible',
    parts: [4, 4],
    criteria: [1, 3],
    impossibleParts: 2,
    rightAtOnce: 0.2,
    difficulties: mixedWork,
  },
]

import * as Plot from '@observablehq/plot'
import { reliability } from '../reliability.js'
import { drawing, intervals, svgOf } from '../report/intervals.js'
import { gain, toldOf } from './measures.js'
import type { PopulationResult } from './study.js'
import { bestBaseline, quickOf } from './tables.js'

/** How much more often the quick panel is right than the best baseline at equal calls and at equal tokens, by population. */
function gains(results: readonly PopulationResult[]): string {
  const bars = results.flatMap((result) =>
    (['calls', 'tokens'] as const).map((at) => {
      const { mean, margin } = gain(quickOf(result), bestBaseline(result, at).decided)
      const label = `${result.name}${result.easyToJudge ? ' *' : ''}`
      return {
        label,
        group: `at equal ${at}`,
        mean: 100 * mean,
        low: 100 * (mean - margin),
        high: 100 * (mean + margin),
      }
    }),
  )
  return intervals(bars, 'points above the best baseline', 150)
}

/** How often an answer is right by how sure the panel says it is: each population, and all of them together. */
function calibration(results: readonly PopulationResult[]): string {
  const enough = 30
  const lines = results.flatMap((result) =>
    reliability(quickOf(result).map(toldOf))
      .filter(({ count }) => count >= enough)
      .map(({ told, right }) => ({ name: result.name, said: 100 * told, right: 100 * right })),
  )
  const together = reliability(results.flatMap(quickOf).map(toldOf)).map(({ told, right }) => ({
    said: 100 * told,
    right: 100 * right,
  }))
  const plot = Plot.plot({
    ...{ ...drawing(), width: 460, height: 440, marginBottom: 45 },
    x: { domain: [0, 100], label: 'said, %', labelAnchor: 'center', labelOffset: 38, grid: true },
    y: { domain: [0, 100], label: 'right, %', grid: true },
    marks: [
      Plot.line(
        [
          [0, 0],
          [100, 100],
        ],
        { stroke: '#999', strokeDasharray: '4 4' },
      ),
      Plot.line(lines, { x: 'said', y: 'right', z: 'name', stroke: '#bbb' }),
      Plot.line(together, { x: 'said', y: 'right', stroke: '#1b6ca8', strokeWidth: 2.5 }),
      Plot.dot(together, { x: 'said', y: 'right', fill: '#1b6ca8', r: 3.5 }),
    ],
  })
  return svgOf(plot)
}

/** The pictures of docs/omega.md, by file name. */
export const evidencePictures = (results: readonly PopulationResult[]): Readonly<Record<string, string>> => ({
  'omega-gains.svg': gains(results),
  'omega-calibration.svg': calibration(results),
})

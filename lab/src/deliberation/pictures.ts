import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { gain, reliability } from './measures.js'
import type { PopulationResult } from './study.js'
import { bestBaseline, quickOf } from './tables.js'

const style = { background: 'white', color: 'black', fontSize: '12px' } as const
const svgOf = (plot: { readonly outerHTML: string }) =>
  `${plot.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`

/** How much more often the quick panel is right than the best baseline at equal calls and at equal tokens, by population. */
function gains(results: readonly PopulationResult[]): string {
  const { document } = parseHTML('<html></html>')
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
  const labels = [...new Set(bars.map(({ label }) => label))]
  const groups = ['at equal calls', 'at equal tokens']
  const plot = Plot.plot({
    ...{ document, style, width: 760, height: 80 + 40 * labels.length, marginLeft: 150, marginBottom: 45 },
    x: { label: 'points above the best baseline', labelAnchor: 'center', labelOffset: 38, grid: true },
    y: { axis: null, domain: groups },
    fy: { label: null, domain: labels, padding: 0.2 },
    color: { domain: groups, range: ['#1b6ca8', '#d1742c'], legend: false },
    facet: { data: bars, y: 'label', marginLeft: 150 },
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(bars, { fy: 'label', y: 'group', x1: 'low', x2: 'high', stroke: 'group', strokeWidth: 2 }),
      Plot.dot(bars, { fy: 'label', y: 'group', x: 'mean', fill: 'group', r: 3.5 }),
      Plot.axisFy({ anchor: 'left', label: null }),
      Plot.text(groups, {
        fy: () => labels[0],
        y: (group: string) => group,
        text: (group: string) => group,
        frameAnchor: 'right',
        fill: (group: string) => group,
      }),
    ],
  })
  return svgOf(plot)
}

/** How often an answer is right by how sure the panel says it is: each population, and all of them together. */
function calibration(results: readonly PopulationResult[]): string {
  const { document } = parseHTML('<html></html>')
  const enough = 30
  const lines = results.flatMap((result) =>
    reliability(quickOf(result))
      .filter(({ count }) => count >= enough)
      .map(({ said, right }) => ({ name: result.name, said: 100 * said, right: 100 * right })),
  )
  const together = reliability(results.flatMap(quickOf)).map(({ said, right }) => ({
    said: 100 * said,
    right: 100 * right,
  }))
  const plot = Plot.plot({
    ...{ document, style, width: 460, height: 440, marginBottom: 45 },
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

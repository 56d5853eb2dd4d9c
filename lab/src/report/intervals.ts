import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'

/** What every picture is drawn with. */
export const drawing = () => ({
  document: parseHTML('<html></html>').document,
  style: { background: 'white', color: 'black', fontSize: '12px' },
})

export const svgOf = (plot: { readonly outerHTML: string }): string =>
  `${plot.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`

export interface Bar {
  readonly label: string
  readonly group: string
  readonly low: number
  readonly mean: number
  readonly high: number
}

/** Means with their 95 % intervals, one line for each label, one colour for each group. */
export function intervals(bars: readonly Bar[], axis: string, marginLeft = 250): string {
  const labels = [...new Set(bars.map(({ label }) => label))]
  const groups = [...new Set(bars.map(({ group }) => group))]
  const plot = Plot.plot({
    ...drawing(),
    ...{ width: 760, height: 80 + 22 * labels.length * groups.length, marginLeft, marginRight: 20, marginBottom: 50 },
    x: { label: axis, labelAnchor: 'center', labelOffset: 40, grid: true },
    y: { axis: null, domain: groups },
    fy: { label: null, domain: labels, padding: 0.2 },
    color: { domain: groups, range: ['#1b6ca8', '#d1742c', '#5b8c3a', '#7a5195'], legend: false },
    facet: { data: bars, y: 'label', marginLeft },
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

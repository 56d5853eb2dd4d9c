import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { type ControllerResults, policyNames } from '../controller/study-all.js'
import { switches } from '../controller/switches.js'
import type { MemoryResults } from '../memory/run-memory-lab.js'
import type { Estimate } from '../statistics.js'
import { summariesOf } from './summaries.js'

interface Bar {
  readonly label: string
  readonly group: string
  readonly low: number
  readonly mean: number
  readonly high: number
}

function bar(label: string, group: string, { mean, margin }: Estimate): Bar {
  return { label, group, low: 100 * (mean - margin), mean: 100 * mean, high: 100 * (mean + margin) }
}

/** Means with their 95 % intervals, one line for each label, one colour for each group. */
function intervals(bars: readonly Bar[], axis: string): string {
  const { document } = parseHTML('<html></html>')
  const labels = [...new Set(bars.map(({ label }) => label))]
  const groups = [...new Set(bars.map(({ group }) => group))]
  const svg = Plot.plot({
    document,
    width: 760,
    height: 80 + 22 * labels.length * groups.length,
    marginLeft: 250,
    marginRight: 20,
    marginBottom: 50,
    style: { background: 'white', color: 'black', fontSize: '12px' },
    x: { label: axis, labelAnchor: 'center', labelOffset: 40, grid: true },
    y: { axis: null, domain: groups },
    fy: { label: null, domain: labels, padding: 0.2 },
    color: { domain: groups, range: ['#1b6ca8', '#d1742c', '#5b8c3a', '#7a5195'], legend: false },
    facet: { data: bars, y: 'label', marginLeft: 250 },
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
  return `${svg.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`
}

/** The pictures on the controller, by file name. */
export function controllerPlots({ tuning, heldOut }: ControllerResults): Readonly<Record<string, string>> {
  const [tuned, held] = [summariesOf(tuning), summariesOf(heldOut)]
  return {
    'policies.svg': intervals(
      policyNames.flatMap((name) => [
        bar(name, 'tuning', tuned.mean(name, 'solved')),
        bar(name, 'held-out', held.mean(name, 'solved')),
      ]),
      'tasks solved, %, with 95 % intervals',
    ),
    'families.svg': intervals(
      held.families.flatMap((family) => [
        bar(family, 'against retry + lists', held.gain('measured', 'retry + lists', family)),
        bar(family, 'against paper', held.gain('measured', 'paper', family)),
      ]),
      'how much more measured solves in held-out families, percentage points',
    ),
    'switches.svg': intervals(
      switches.flatMap(({ name }) => [
        bar(name, 'added to paper', held.gain(`paper, ${name}`, 'paper')),
        bar(name, 'taken from measured', held.gain(`measured, not: ${name}`, 'measured')),
      ]),
      'effect of each switch in held-out families, percentage points',
    ),
  }
}

/** The picture on memory: what is left of the failures that were seen before. */
export function memoryPlot({ rows }: MemoryResults): string {
  const shown = rows.filter(
    ({ family, system, mended }) => family === 'held out' && !mended && systems.some((name) => name === system),
  )
  const bars = shown.map(({ kinds, drift, system, repeated: { value, low, high } }): Bar => {
    const label = `${kinds} ${kinds === 1 ? 'kind' : 'kinds'}, ${drift ? 'with' : 'without'} drift`
    return { label, group: system, low: 100 * low, mean: 100 * value, high: 100 * high }
  })
  return intervals(bars, 'repeated failures in held-out kinds, % of those without memory')
}

const systems = ['paper', 'measured', 'oracle'] as const

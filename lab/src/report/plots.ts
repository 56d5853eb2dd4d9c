import { causeNames, causes, type Decision, isBeliefOrder } from '@artoo/ggs'
import * as Plot from '@observablehq/plot'
import { toldOf } from '../controller/calibration.js'
import { type ControllerResults, policyNames } from '../controller/study-all.js'
import type { MemoryResults } from '../memory/run-memory-lab.js'
import { reliability } from '../reliability.js'
import type { Estimate } from '../statistics.js'
import { betterRetry, ours } from './contenders.js'
import { type Bar, drawing, intervals, svgOf } from './intervals.js'
import { decisionsOnOneRun } from './one-run.js'
import { summariesOf } from './summaries.js'

function bar(label: string, group: string, { mean, margin }: Estimate): Bar {
  return { label, group, low: 100 * (mean - margin), mean: 100 * mean, high: 100 * (mean + margin) }
}

/** The pictures on the controller, by file name. */
export function controllerPlots({ sets }: ControllerResults): Readonly<Record<string, string>> {
  const [tuned, held] = [summariesOf(sets.tuning ?? []), summariesOf(sets['held-out'] ?? [])]
  const gains = held.families.map((family) => ({ family, ...held.gain(ours, betterRetry(held, family), family) }))
  return {
    'policies.svg': intervals(
      policyNames.flatMap((name) => [
        bar(name, 'tuning', tuned.mean(name, 'solved')),
        bar(name, 'held-out', held.mean(name, 'solved')),
      ]),
      'tasks solved, %, with 95 % intervals',
    ),
    'families.svg': intervals(
      [...gains]
        .sort((one, other) => one.value - other.value)
        .map(({ family, low, value, high }) => ({
          ...{ label: family, group: 'against the better of retry and retry + lists' },
          ...{ low: 100 * low, mean: 100 * value, high: 100 * high },
        })),
      'how much more the default solves in held-out families, percentage points',
    ),
    'belief.svg': beliefs(decisionsOnOneRun),
    'reliability.svg': curve(reliability(toldOf(held.delivered(ours)))),
  }
}

/** The belief after each round as bars, and the directive under them. */
function beliefs(decisions: readonly Decision[]): string {
  const rounds = decisions.flatMap(({ orders, round, directive }) => {
    const [order] = orders
    return order && isBeliefOrder(order) ? [{ belief: order.belief, name: `round ${round}`, directive }] : []
  })
  const shown = causeNames.filter((cause) => rounds.some(({ belief }) => belief[cause] >= 0.05))
  const bars = rounds.flatMap(({ belief, name, directive }) =>
    shown.map((cause) => ({
      ...{ name, cause, chance: 100 * belief[cause] },
      isMended: causes[cause].mendedBy === directive,
    })),
  )
  const svg = Plot.plot({
    ...{ ...drawing(), width: 760, height: 80 + 26 * shown.length, marginLeft: 130, marginBottom: 60 },
    fx: { label: null, padding: 0.15, domain: rounds.map(({ name }) => name) },
    x: { label: null, domain: [0, 100], ticks: [0, 50, 100], tickFormat: (tick: number) => `${tick} %`, grid: true },
    y: { label: null, domain: shown },
    marks: [
      Plot.barX(bars, { fx: 'name', y: 'cause', x: 'chance', fill: (bar) => (bar.isMended ? '#1b6ca8' : '#b8c4cc') }),
      Plot.text(bars, {
        fx: 'name',
        y: 'cause',
        x: 'chance',
        text: (bar) => bar.chance.toFixed(0),
        dx: 4,
        textAnchor: 'start',
      }),
      Plot.text(rounds, {
        ...{ fx: 'name', frameAnchor: 'bottom', dy: 44, fontSize: 13, fontWeight: 'bold', fill: '#1b6ca8' },
        text: ({ directive }: { readonly directive: string }) => directive,
      }),
    ],
  })
  return svgOf(svg)
}

/** What was told against what was right, with the line on which both are the same. */
function curve(bins: ReturnType<typeof reliability>): string {
  const most = Math.max(...bins.map(({ count }) => count))
  const shown = bins.map(({ count, told, right }) => ({ told, right, size: 4 + 10 * Math.sqrt(count / most) }))
  const svg = Plot.plot({
    ...{ ...drawing(), width: 420, height: 400, margin: 50 },
    x: { label: 'confidence that was told', domain: [0, 1], grid: true, labelAnchor: 'center', labelOffset: 40 },
    y: { label: 'share that is right', domain: [0, 1], grid: true },
    marks: [
      Plot.line(
        [
          { told: 0, right: 0 },
          { told: 1, right: 1 },
        ],
        { x: 'told', y: 'right', stroke: '#999', strokeDasharray: '4 4' },
      ),
      Plot.line(shown, { x: 'told', y: 'right', stroke: '#1b6ca8' }),
      Plot.dot(shown, { x: 'told', y: 'right', r: 'size', fill: '#1b6ca8' }),
    ],
    r: { type: 'identity' },
  })
  return svgOf(svg)
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

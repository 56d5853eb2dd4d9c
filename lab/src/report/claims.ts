import { toldOf } from '../controller/calibration.js'
import type { ControllerResults } from '../controller/study-all.js'
import { calibrationError, reliability } from '../reliability.js'
import { before, betterRetry, loop, ours } from './contenders.js'
import { percent } from './markdown.js'
import { summariesOf } from './summaries.js'

/** What was to be shown on held-out families: shares, points as shares, and calls. */
const goals = {
  overLoop: 0.06,
  worst: -0.01,
  mended: 0.35,
  possible: 0.8,
  calls: 22,
  price: 55,
  calibration: 0.05,
} as const

const mendedFamilies = /not installed yet|only work clears/
const onePartImpossible = 'one of three is impossible'

export type Claim = readonly [holds: boolean, claim: string]

export function claimsOn({ sets, byNaming }: Pick<ControllerResults, 'sets' | 'byNaming'>): readonly Claim[] {
  const heldOut = summariesOf(sets['held-out'] ?? [])
  const overLoop = heldOut.gain(ours, loop)
  const atQuarter = summariesOf(byNaming.find(({ wrong }) => wrong === 0.25)?.results ?? [])
  const [quarter, earlier] = [atQuarter.mean(ours, 'solved').mean, heldOut.mean(before, 'solved').mean]
  const lost = heldOut.families.filter(
    (family) => heldOut.gain(ours, betterRetry(heldOut, family), family).high < goals.worst,
  )
  const mended = heldOut.families.filter((family) => mendedFamilies.test(family))
  const least = Math.min(...mended.map((family) => heldOut.mean(ours, 'solved', family).mean))
  const possible = heldOut.mean(ours, 'possible', onePartImpossible).mean
  const calls = heldOut.mean(ours, 'calls', onePartImpossible).mean
  const [wrong, wrongBefore] = [ours, before].map((name) => heldOut.mean(name, 'wrong').mean) as [number, number]
  const price = heldOut.price(ours)
  const error = calibrationError(reliability(toldOf(heldOut.delivered(ours))))
  return [
    [overLoop.value >= goals.overLoop, `causes solves ${percent(overLoop.value)} pp more than ${loop} (6 wanted)`],
    [
      quarter >= earlier,
      `with 25 % of wrong names it solves ${percent(quarter)} %, the default before ${percent(earlier)} %`,
    ],
    [lost.length === 0, `families lost to the better of the retries: ${lost.join(', ') || 'none'}`],
    [least >= goals.mended, `in mended worlds it solves at least ${percent(least)} % (35 wanted)`],
    [
      possible >= goals.possible,
      `with one part of three impossible both others are delivered in ${percent(possible)} % (80 wanted)`,
    ],
    [calls <= goals.calls, `with ${calls.toFixed(1)} calls (22 wanted)`],
    [wrong <= wrongBefore, `accepted and wrong are ${percent(wrong)} %, before ${percent(wrongBefore)} %`],
    [price <= goals.price, `${price.toFixed(0)} calls a solved task (55 wanted)`],
    [error <= goals.calibration, `the calibration error is ${error.toFixed(3)} (0.05 wanted)`],
  ]
}

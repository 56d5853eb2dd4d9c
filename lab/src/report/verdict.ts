import type { ControllerResults } from '../controller/study-all.js'
import type { MemoryResults } from '../memory/run-memory-lab.js'
import { percent } from './markdown.js'
import { summariesOf } from './summaries.js'

/** What was to be shown: percentage points and per cent as shares. */
const goals = { overLists: 0.1, overPaper: 0.05, worst: -0.02, inChange: 0.05, killedWrongly: 0.01 } as const

/** One line: what holds in held-out families and settings, and what does not. */
export function verdictOn({ heldOut, changing }: ControllerResults, { misses, harms }: MemoryResults): string {
  const summaries = summariesOf(heldOut)
  const overLists = summaries.gain('measured', 'retry + lists').mean
  const overPaper = summaries.gain('measured', 'paper').mean
  const worst = summaries.families.flatMap((family) =>
    ['retry + lists', 'paper'].map((other) => summaries.gain('measured', other, family).mean),
  )
  const lawTwo = Math.max(...summaries.families.map((family) => summaries.lawTwo('measured', [family]).wrongly))
  const changed = summariesOf(changing)
  const [overRetry, overListsThere] = ['retry', 'retry + lists'].map((other) => changed.gain('measured', other).mean)
  const claims: readonly (readonly [holds: boolean, claim: string])[] = [
    [overLists >= goals.overLists, `measured solves ${percent(overLists)} pp more than retry + lists`],
    [overPaper >= goals.overPaper, `${percent(overPaper)} pp more than the paper`],
    [Math.min(...worst) >= goals.worst, 'is in no family worse than either by more than 2 pp'],
    [lawTwo < goals.killedWrongly, 'Law 2 ends less than 1 % wrongly in each'],
    [
      Math.min(overRetry ?? 0, overListsThere ?? 0) >= goals.inChange,
      `in worlds that change ${percent(overRetry ?? 0)} pp more than retry and ${percent(overListsThere ?? 0)} more than retry + lists`,
    ],
    [harms.length === 0, 'memory harms nowhere'],
    [misses.length === 0, 'memory halves repeated failures everywhere'],
  ]
  const holding = claims.flatMap(([holds, claim]) => (holds ? [claim] : []))
  const failing = claims.flatMap(([holds, claim]) => (holds ? [] : [claim]))
  const missed = failing.length > 0 ? ` NOT: ${[...failing, ...misses, ...harms].join('; ')}.` : ''
  return `Held out: ${holding.join('; ')}.${missed}`
}

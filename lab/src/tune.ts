import { type BeliefProfile, type Cause, causeNames, profiles } from '@artoo/ggs'
import { families as design } from './plants/design/families.js'
import { namesWrongly } from './controller/judge.js'
import { runEpisode } from './controller/episode.js'
import { causesPolicy } from './controller/policies/solver.js'
import type { Policy } from './controller/policies/policy.js'
import type { Family } from './plants/plant.js'

let families: readonly Family[] = design
if (process.argv[3]) families = (await import(process.argv[3])).families
const tasks = Number(process.argv[2] ?? 150)
function score(policy: Policy, wrong: number) {
  let solved = 0, calls = 0, parts = 0, bad = 0
  for (const family of families) {
    let r = 0, p = 0
    for (let n = 0; n < tasks; n++) {
      const e = runEpisode(family.plant(n), policy, { family: family.name, naming: namesWrongly(wrong) })
      solved += e.solved ? 1 : 0; calls += e.calls; r += e.rightParts; p += e.possibleParts
      if (e.delivers === 'result' && !e.solved && e.reason === 'accepted') bad++
    }
    parts += r / p
  }
  return { solved: (100 * solved / tasks / families.length).toFixed(1), calls: (calls / solved).toFixed(1), parts: (100 * parts / families.length).toFixed(1), bad: (100 * bad / tasks / families.length).toFixed(1) }
}
const base = profiles.causes
const own = (profile: Partial<BeliefProfile>) => causesPolicy('x', { profile: { ...base, ...profile } })
const judge = (right: number) => Object.fromEntries(causeNames.map((t) => [t, Object.fromEntries(causeNames.map((n) => [n, n === t ? right : (1 - right) / 9]))])) as BeliefProfile['judge']
const flat = (list: string[]) => Object.fromEntries(causeNames.map((c: Cause) => [c, Object.fromEntries(list.map((s) => [s, 1 / list.length]))]))
const variants: [string, () => Policy][] = [
  ['base', () => causesPolicy()],
  ['judge .6', () => own({ judge: judge(0.6) })],
  ['judge .7', () => own({ judge: judge(0.7) })],
  ['judge .92', () => own({ judge: judge(0.92) })],
  ['worth 0', () => own({ worth: 0 })],
  ['worth .08', () => own({ worth: 0.08 })],
  ['memory 0.6', () => own({ memory: 0.6 })],
  ['no distance', () => own({ signs: { ...base.signs, distance: flat(['near', 'far']) as BeliefProfile['signs']['distance'] } })],
  ['luck .1', () => own({ luck: 0.1 })],
  ['beta 3 3', () => own({ hit: 3, miss: 3 })],
  ['ask 1', () => own({ cost: { ...base.cost, ask: 1 } })],
]
for (const [name, policy] of variants) console.log(name.padEnd(14), [0.055, 0.25, 0.4].map((w) => { const s = score(policy(), w); return `${w}: ${s.solved} (${s.calls} calls, parts ${s.parts}, bad ${s.bad})` }).join('  '))

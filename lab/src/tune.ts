import { type BeliefProfile, type Cause, defaultBeliefs } from '@artoo/ggs'
import { runEpisode } from './controller/episode.js'
import { namesWrongly } from './controller/judge.js'
import { causesPolicy } from './controller/policies/causes.js'
import type { Policy } from './controller/policies/policy.js'
import { families as design } from './plants/design/families.js'
import type { Family } from './plants/plant.js'

let families: readonly Family[] = design
if (process.argv[3]) families = (await import(process.argv[3])).families
const tasks = Number(process.argv[2] ?? 150)
function score(policy: Policy, wrong: number) {
  let solved = 0,
    calls = 0,
    parts = 0,
    bad = 0
  const per: number[] = []
  for (const family of families) {
    let own = 0
    let r = 0,
      p = 0
    for (let n = 0; n < tasks; n++) {
      const e = runEpisode(family.plant(n), policy, { family: family.name, naming: namesWrongly(wrong) })
      own += e.solved ? 1 : 0
      calls += e.calls
      r += e.rightParts
      p += e.possibleParts
      if (e.delivers === 'result' && !e.solved && e.reason === 'accepted') bad++
    }
    per.push(own / tasks)
    solved += own
    parts += r / p
  }
  return {
    solved: ((100 * solved) / tasks / families.length).toFixed(1),
    calls: (calls / solved).toFixed(1),
    parts: ((100 * parts) / families.length).toFixed(1),
    bad: ((100 * bad) / tasks / families.length).toFixed(1),
  }
}
const base = defaultBeliefs
const withC = (list: Cause[]) => (named: Cause | null) => named === null || list.includes(named)
const variants: [string, Policy][] = [
  ['base', causesPolicy()],
  ...([0, 0.2, 0.6, 0.8, 1] as const).map((memory): [string, Policy] => [
    `memory ${memory}`,
    causesPolicy('x', { ...base, memory }),
  ]),
  ...(
    [
      [0.6, 0.5],
      [4, 4],
      [2, 1],
    ] as const
  ).map(([hit, miss]): [string, Policy] => [`beta ${hit} ${miss}`, causesPolicy('x', { ...base, hit, miss })]),
  ...([0.02, 0.1] as const).map((luck): [string, Policy] => [`luck ${luck}`, causesPolicy('x', { ...base, luck })]),
  ...([0, 0.16, 0.2] as const).map((worth): [string, Policy] => [
    `worth ${worth}`,
    causesPolicy('x', { ...base, worth }),
  ]),
  [
    'unknown x2',
    causesPolicy('x', {
      ...base,
      unknown: Object.fromEntries(Object.entries(base.unknown).map(([k, v]) => [k, v * 2])) as BeliefProfile['unknown'],
    }),
  ],
  [
    'unknown /2',
    causesPolicy('x', {
      ...base,
      unknown: Object.fromEntries(Object.entries(base.unknown).map(([k, v]) => [k, v / 2])) as BeliefProfile['unknown'],
    }),
  ],
  ['no blocks', causesPolicy('x', base, { blocks: false })],
  [
    'flat prior',
    causesPolicy('x', {
      ...base,
      prior: Object.fromEntries(Object.keys(base.prior).map((c) => [c, 0.1])) as BeliefProfile['prior'],
    }),
  ],
  [
    'no distance',
    causesPolicy('x', { ...base, signs: { ...base.signs, distance: flat(['near', 'far']) } } as BeliefProfile),
  ],
  [
    'no call',
    causesPolicy('x', {
      ...base,
      signs: { ...base.signs, call: flat(['sound', 'missing', 'passing', 'denied', 'said_no', 'other']) },
    } as BeliefProfile),
  ],
  [
    'no change',
    causesPolicy('x', { ...base, signs: { ...base.signs, change: flat(['changed', 'unchanged']) } } as BeliefProfile),
  ],
]
function flat(list: string[]) {
  return Object.fromEntries(
    Object.keys(base.prior).map((c) => [c, Object.fromEntries(list.map((s) => [s, 1 / list.length]))]),
  )
}
for (const [name, policy] of variants)
  console.log(
    name.padEnd(20),
    [0.15, 0.3]
      .map((w) => {
        const s = score(policy, w)
        return `${w}: ${s.solved} (${s.calls} calls, parts ${s.parts}, bad ${s.bad})`
      })
      .join('  '),
  )

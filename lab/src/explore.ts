import { type Profile, profiles } from '@artoo/ggs'
import { runEpisode } from './episode.js'
import { heldOutFamilies, tuningFamilies } from './plants/families.js'
import { plantOf } from './plants/plant.js'
import type { Policy } from './policies/policy.js'
import { randomDirectives, retry, retryWithLists } from './policies/retry.js'
import { solver } from './policies/solver.js'

const n = Number(process.argv[2] ?? 500)
const { paper, measured } = profiles
const variant = (base: Profile, name: string, o: Partial<Profile>): Policy =>
  solver(name, { profile: { ...base, ...o, name } })
const policies: Policy[] = [
  retry,
  retryWithLists,
  randomDirectives,
  solver('paper', { profile: 'paper' }),
  solver('measured', { profile: 'measured' }),
  variant(measured, 'm targets round', { targets: 'round' }),
  variant(measured, 'm stuck near', {
    rows: [
      ...measured.rows.slice(0, 3),
      {
        when: {
          cost: ['affordable'],
          calls: ['sound'],
          distance: ['near', 'middle'],
          implausibility: ['environmental'],
        },
        macroState: 'refine',
      },
      {
        when: {
          cost: ['affordable'],
          calls: ['sound'],
          distance: ['near', 'middle'],
          implausibility: ['logical'],
          gradient: ['none', 'falling', 'rising'],
        },
        macroState: 'refine',
      },
      {
        when: {
          cost: ['affordable'],
          calls: ['sound'],
          distance: ['near', 'middle'],
          implausibility: ['logical'],
          gradient: ['flat'],
        },
        macroState: 'break_symmetry',
      },
      ...measured.rows.slice(4),
    ],
  }),
  variant(measured, 'm no slope', {
    rows: [
      ...measured.rows.slice(0, 5),
      {
        when: { cost: ['affordable'], calls: ['sound'], distance: ['far'], implausibility: ['environmental'] },
        macroState: 'refine',
      },
    ],
  }),
  variant(measured, 'm loss', { slope: 'loss' }),
  variant(measured, 'm scope', { scope: 'task' }),
  variant(measured, 'm hold', { hold: 'round' }),
  variant(measured, 'm from1', { setsAsideFrom: 1 }),
]
for (const [label, families] of [
  ['tuning', tuningFamilies],
  ['held', heldOutFamilies],
] as const) {
  console.log(
    label.padEnd(18),
    families.map((f) => f.name.slice(0, 8).padStart(9)).join(''),
    '    all  rounds wrong  law2',
  )
  for (const policy of policies) {
    let rounds = 0,
      wrong = 0,
      law2 = 0
    const shares = families.map((family) => {
      let solved = 0
      for (let i = 0; i < n; i++) {
        const e = runEpisode(plantOf(family, i), policy)
        if (e.solved) solved++
        rounds += e.rounds
        if (e.delivered && !e.solved) wrong++
        if (e.reason === 'diverging') law2++
      }
      return (100 * solved) / n
    })
    const all = shares.reduce((a, b) => a + b, 0) / shares.length
    const N = n * families.length
    console.log(
      policy.name.padEnd(18),
      shares.map((s) => s.toFixed(1).padStart(9)).join(''),
      all.toFixed(1).padStart(7),
      (rounds / N).toFixed(2).padStart(6),
      ((100 * wrong) / N).toFixed(1).padStart(6),
      ((100 * law2) / N).toFixed(1).padStart(5),
    )
  }
}

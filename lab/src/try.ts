import { runEpisode } from './controller/episode.js'
import { namesWrongly } from './controller/judge.js'
import { bandit } from './controller/policies/bandit.js'
import { measured } from './controller/policies/measured.js'
import { oracle } from './controller/policies/oracle.js'
import { reflexion, reflexionWithLists, retry, retryAndSettle, retryWithLists } from './controller/policies/retry.js'
import { causesPolicy, solver } from './controller/policies/solver.js'
import { families as design } from './plants/design/families.js'

import type { Family } from './plants/plant.js'

const tasks = Number(process.argv[2] ?? 300)
const wrong = Number(process.argv[3] ?? 0.2)
const sets: Record<string, readonly Family[]> = { design }
if (process.argv[4]) {
  const { families } = await import(process.argv[4])
  sets.tuning = families
  delete sets.design
}
const policies = [
  retry,
  retryWithLists,
  retryAndSettle,
  reflexion,
  reflexionWithLists,
  solver('paper', { profile: 'paper' }),
  measured,
  bandit(),
  causesPolicy(),
  oracle,
]
const only = process.argv[5]?.split(',')
for (const [set, families] of Object.entries(sets)) {
  const total: Record<string, number[]> = {}
  const header = ['family', ...policies.map((p) => p.name.slice(0, 12))]
  console.log(header.join(' | '))
  for (const family of families) {
    const cells = policies.map((policy) => {
      let solved = 0,
        calls = 0,
        acc = 0,
        wrongAcc = 0,
        parts = 0,
        possible = 0
      for (let n = 0; n < tasks; n++) {
        const e = runEpisode(family.plant(n), policy, { family: family.name, naming: namesWrongly(wrong) })
        solved += e.solved ? 1 : 0
        calls += e.calls
        if (e.delivers === 'result') {
          acc++
          if (!e.solved && e.reason === 'accepted') wrongAcc++
        }
        parts += e.rightParts
        possible += e.possibleParts
      }
      const t = (total[policy.name] ??= [0, 0, 0, 0, 0])
      t[0] += solved / tasks
      t[1] += calls
      t[2] += wrongAcc / tasks
      t[3] += solved
      t[4] += parts / possible
      return ((100 * solved) / tasks).toFixed(1).padStart(5)
    })
    if (!only) console.log(family.name.padEnd(28), cells.join(' | '))
  }
  for (const [name, t] of Object.entries(total))
    console.log(
      name.padEnd(40),
      'solved',
      ((100 * t[0]) / families.length).toFixed(1),
      'calls/solved',
      (t[1] / t[3]).toFixed(1),
      'wrong accepted',
      ((100 * t[2]) / families.length).toFixed(1),
      'parts',
      ((100 * t[4]) / families.length).toFixed(1),
    )
}

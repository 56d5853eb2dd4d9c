import { runEpisode } from './controller/episode.js'
import { measuredNaming, namesWrongly } from './controller/judge.js'
import { causesPolicy } from './controller/policies/solver.js'
import { sets } from './controller/sets.js'

for (const [n, naming] of [
  ['measured', measuredNaming],
  ['.25', namesWrongly(0.25)],
  ['.4', namesWrongly(0.4)],
] as const) {
  let solved = 0,
    calls = 0
  for (const f of sets.tuning)
    for (let i = 0; i < 200; i++) {
      const e = runEpisode(f.plant(i), causesPolicy(), { family: f.name, naming })
      solved += e.solved ? 1 : 0
      calls += e.calls
    }
  console.log(n, (solved / 48).toFixed(2), (calls / solved).toFixed(1))
}

import { runEpisode } from './controller/episode.js'
import { measuredNaming, namesWrongly } from './controller/judge.js'
import { causesPolicy } from './controller/policies/solver.js'
import { sets } from './controller/sets.js'

for (const set of ['tuning', 'design'] as const)
  for (const [n, naming] of [
    ['measured', measuredNaming],
    ['.25', namesWrongly(0.25)],
    ['.4', namesWrongly(0.4)],
  ] as const) {
    let solved = 0,
      calls = 0,
      near = 0,
      hopeless = 0
    for (const f of sets[set])
      for (let i = 0; i < 100; i++) {
        const e = runEpisode(f.plant(i), causesPolicy(), { family: f.name, naming })
        solved += e.solved ? 1 : 0
        calls += e.calls
        near += e.delivers === 'result' && e.reason !== 'accepted' && !e.solved ? 1 : 0
        hopeless += e.reason === 'hopeless' ? 1 : 0
      }
    console.log(
      set,
      n,
      (solved / 24).toFixed(2),
      (calls / solved).toFixed(1),
      'near wrong',
      (near / 24).toFixed(1),
      'hopeless',
      (hopeless / 24).toFixed(1),
    )
  }

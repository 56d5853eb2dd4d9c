import { namesWrongly } from './controller/judge.js'
import { runEpisode } from './controller/episode.js'
import { causesPolicy } from './controller/policies/solver.js'
import { measured } from './controller/policies/measured.js'
import { oracle } from './controller/policies/oracle.js'
import { retryAndSettle } from './controller/policies/retry.js'
import { profiles } from '@artoo/ggs'
const { families } = await import(process.argv[2] as string)
const b = profiles.causes
const own = (name: string, p: object) => causesPolicy(name, { profile: { ...b, ...p } })
for (const policy of [causesPolicy(), own('worth .3', { worth: 0.3 }), own('worth .4', { worth: 0.4 }), own('1/1', { hit: 1, miss: 1, worth: 0.25 }), own('1/1', { hit: 1, miss: 1, worth: 0.3 }), measured, retryAndSettle, {...oracle, words: true, corrects: causesPolicy().corrects}]) for (const family of families) {
  if (!/impossible/.test(family.name)) continue
  let both = 0, calls = 0, n = 0
  const reasons: Record<string, number> = {}
  for (; n < 300; n++) { const e = runEpisode(family.plant(n), policy, { family: family.name, naming: namesWrongly(0.06) }); both += (e.delivers === 'parts' || e.reason === 'converged') && e.rightParts === e.possibleParts ? 1 : 0; calls += e.calls; const k = `${e.delivers} ${e.reason}`; reasons[k] = (reasons[k] ?? 0) + 1 }
  console.log(policy.name, family.name, (100 * both / n).toFixed(1), (calls / n).toFixed(1), JSON.stringify(reasons))
}

import { it } from 'vitest'
import { world, plain, launches, stakes, right, turns } from './world.js'
const paper = { profile: 'paper', families: ['a', 'b', 'c'] } as const
it('paper', async () => {
  for (const script of [{ 44: { native: 'STEELMAN_DEFEATED' } }, { 48: { native: 'FINE' } }, { 51: { synthesis: undefined } }, {35: {}}, {40: {native: 'FATALLY_INCOMPLETE'}}]) {
    const { omega, calls } = world({ ...paper, panel: 'standard', script, limits: { iterations: 1 } })
    const run = omega.deliberate('Why?', { ...plain })
    const r = await run
    console.log(r.status, r.code, r.why, r.metrics.totalTokens, calls.length, r.answer, JSON.stringify(launches(run)))
    await omega.close()
  }
  for (const id of [4, 14, 50, 49, 21]) for (const profile of ['paper', 'measured'] as const) {
    const { omega, calls } = world({ ...paper, profile, panel: 'standard', families: ['a'], script: {[id]: () => ({}) } })
    const run = omega.deliberate('Why?', { ...plain, stakes: 'HIGH', characteristics: ['creative_solutions', 'clear_decomposition'] })
    const r = await run
    console.log(id, profile, r.status, r.code, r.why, r.metrics.totalTokens, calls.length, r.answer, JSON.stringify(launches(run)))
    await omega.close()
  }
})

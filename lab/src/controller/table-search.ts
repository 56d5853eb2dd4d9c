/**
 * Looks for the best action in every combination of bands, one after the other, on the tuning families: what `measured` was read off.
 *
 *     npm run lab:search -- [--tasks 200]
 */
import { parseArgs } from 'node:util'
import { bands, type MacroState, type Profile, type ProfileRow, profiles } from '@artoo/ggs'
import { runEpisode } from './episode.js'
import { tuningFamilies } from './plants/families.js'
import { plantOf } from './plants/plant.js'
import { solver } from './policies/solver.js'

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '200' } } })
const count = Number(values.tasks)
const plants = tuningFamilies.flatMap((family) => Array.from({ length: count }, (_, number) => plantOf(family, number)))
const actions = ['refine', 'change_path', 'break_symmetry'] as const
const { measured } = profiles
const ends = measured.rows.filter(({ when }) => when.cost?.[0] === 'exhausted')

const places = bands.implausibility.flatMap((implausibility) =>
  bands.calls.flatMap((calls) =>
    bands.distance.flatMap((distance) =>
      bands.gradient.map((gradient) => ({ implausibility, calls, distance, gradient })),
    ),
  ),
)
const table: MacroState[] = places.map(({ implausibility }) =>
  implausibility === 'logical' ? 'break_symmetry' : 'refine',
)

function solvedBy(actions: readonly MacroState[]): number {
  const rows = places.map(({ implausibility, calls, distance, gradient }, index): ProfileRow => {
    const when = {
      cost: ['affordable'],
      implausibility: [implausibility],
      calls: [calls],
      distance: [distance],
      gradient: [gradient],
    } as const
    return { when, macroState: actions[index] ?? 'refine' }
  })
  const profile: Profile = { ...measured, name: 'searched', rows: [...ends, ...rows] }
  const policy = solver('searched', { profile })
  return plants.filter((plant) => runEpisode(plant, policy).solved).length / plants.length
}

let best = solvedBy(table)
for (const [index, place] of places.entries()) {
  const shares = actions.map((action) => ({
    action,
    share: action === table[index] ? best : solvedBy(table.with(index, action)),
  }))
  const top = shares.reduce((most, one) => (one.share > most.share ? one : most))
  if (top.share > best) table[index] = top.action
  best = Math.max(best, top.share)
  const found = shares.map(({ action, share }) => `${action} ${(100 * share).toFixed(2)}`).join('  ')
  console.log(`${Object.values(place).join(', ')}: ${table[index]}   (${found})`)
}

import type { Requirements } from '../input/requirements.js'
import { unitInterval } from '../input/requirements.js'
import { causeNames } from '../terms/causes.js'
import { type BeliefProfile, signs } from './profile.js'
import { continuing } from './worth.js'

const chance = { min: 0, max: 1, excludes: 'min' } as const
const price = { min: 0, max: 1_000, excludes: 'min' } as const
/** A count of nearly 0 would make a directive certain to mend, and one try in vain would be a contradiction. */
const pseudoCount = { min: 1e-6, max: 1_000 } as const

const fields = [
  ...['name', 'counts', 'targetsFor', 'refusals'],
  ...[
    'prior',
    'judge',
    'code',
    'logical',
    'signs',
    'warning',
    'memory',
    'hit',
    'miss',
    'luck',
    'unknown',
    'cost',
    'worth',
  ],
]

/** Refuses a belief profile that has a number missing or out of range, or chances that do not sum to 1. */
export function proveBeliefs(profile: BeliefProfile, demand: Requirements): void {
  for (const name of Object.keys(profile)) demand.oneOf('profile', name, fields)
  demand.text('profile.name', profile.name)
  demand.oneOf('profile.counts', profile.counts, ['round', 'promise'])
  demand.oneOf('profile.targetsFor', profile.targetsFor, ['plan', 'task'])
  demand.oneOf('profile.refusals', profile.refusals, ['any', 'once'])
  row('prior', profile.prior, causeNames)
  table('judge', profile.judge, causeNames)
  demand.object('profile.signs', profile.signs)
  for (const [group, shown] of Object.entries(signs)) {
    table(`signs.${group}`, profile.signs[group as keyof typeof signs], shown)
  }
  demand.object('profile.logical', profile.logical)
  for (const cause of causeNames)
    demand.number(`profile.logical.${cause}`, profile.logical[cause], { ...unitInterval, excludes: 'both' })
  demand.number('profile.code', profile.code, { ...unitInterval, excludes: 'both' })
  demand.number('profile.warning', profile.warning, pseudoCount)
  demand.number('profile.memory', profile.memory, unitInterval)
  for (const name of ['hit', 'miss'] as const) demand.number(`profile.${name}`, profile[name], pseudoCount)
  for (const name of ['luck', 'worth'] as const)
    demand.number(`profile.${name}`, profile[name], { ...unitInterval, excludes: 'max' })
  demand.object('profile.unknown', profile.unknown)
  demand.object('profile.cost', profile.cost)
  for (const action of [...continuing, 'deliver'] as const) {
    demand.number(`profile.unknown.${action}`, profile.unknown[action], { ...unitInterval, excludes: 'max' })
    demand.number(`profile.cost.${action}`, profile.cost[action], price)
  }

  function table(
    field: string,
    rows: Readonly<Record<string, Readonly<Record<string, number>>>>,
    columns: readonly string[],
  ) {
    demand.object(`profile.${field}`, rows)
    for (const cause of causeNames) row(`${field}.${cause}`, rows[cause] ?? {}, columns)
  }

  function row(field: string, values: Readonly<Record<string, number>>, columns: readonly string[]) {
    demand.object(`profile.${field}`, values)
    for (const name of columns) demand.number(`profile.${field}.${name}`, values[name], chance)
    const sum = columns.reduce((total, name) => total + (values[name] ?? 0), 0)
    if (Math.abs(sum - 1) > 1e-6) demand.refuse(`profile.${field}`, 'chances that sum to 1', sum)
  }
}

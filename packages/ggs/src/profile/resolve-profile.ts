import { proveBeliefs } from '../belief/prove-profile.js'
import { type Requirements, requirements } from '../input/requirements.js'
import { type Banded, bands } from './bands.js'
import { combinations, rowsAt } from './decision-table.js'
import { type MacroState, macroStates } from './macro-state.js'
import type { ProfileRow, TableProfile } from './profile.js'
import { defaultProfile, isBeliefs, type Profile, type ProfileName, profiles } from './profiles.js'

const demand: Requirements = requirements('invalid_profile')

const switches = {
  settle: ['at_once', 'at_the_end'],
  blame: ['outcome', 'failed_calls'],
  slope: ['loss', 'gap'],
  counts: ['round', 'promise'],
  scope: ['task', 'outcome'],
  targetsFor: ['plan', 'task'],
  setsAsideFrom: [1, 2],
  refusals: ['any', 'once'],
} as const satisfies { readonly [S in keyof TableProfile]?: readonly TableProfile[S][] }

const actions: readonly MacroState[] = ['break_symmetry', 'change_approach', 'change_path', 'refine']

/**
 * A profile by name, or one's own once its table is shown to be whole.
 *
 * @throws GgsError `invalid_profile` for a name that there is not, an unknown switch or band, a combination of bands with
 * no row or several, and a row that contradicts `settle` or would end a task that goes on.
 */
export function resolveProfile(given: ProfileName | Profile = defaultProfile): Profile {
  if (typeof given !== 'string') return proven(given)
  if (!Object.hasOwn(profiles, given)) {
    demand.refuse('profile', `one of ${Object.keys(profiles).join(', ')}, or a profile of your own`, given)
  }
  return profiles[given]
}

const known = new WeakSet<Profile>()

/** Shown once for a profile, as `step` asks in every round. */
function proven(profile: Profile): Profile {
  demand.object('profile', profile)
  if (known.has(profile)) return profile
  if (isBeliefs(profile)) {
    proveBeliefs(profile, demand)
    known.add(profile)
    return profile
  }
  for (const name of Object.keys(profile)) demand.oneOf('profile', name, ['name', 'rows', ...Object.keys(switches)])
  demand.text('profile.name', profile.name)
  for (const [name, options] of Object.entries(switches)) {
    demand.oneOf(`profile.${name}`, profile[name as keyof typeof switches], options)
  }
  demand.list('profile.rows', profile.rows)
  for (const [index, row] of profile.rows.entries()) proveRow(`profile.rows[${index}]`, row)
  for (const point of combinations()) provePoint(profile, point)
  known.add(profile)
  return profile
}

function proveRow(field: string, row: ProfileRow): void {
  demand.object(field, row)
  demand.object(`${field}.when`, row.when)
  for (const [axis, wanted] of Object.entries(row.when)) {
    demand.oneOf(`${field}.when`, axis, Object.keys(bands))
    demand.list(`${field}.when.${axis}`, wanted)
    for (const band of wanted) demand.oneOf(`${field}.when.${axis}`, band, bands[axis as keyof typeof bands])
  }
  demand.oneOf(`${field}.macroState`, row.macroState, macroStates)
}

function provePoint(profile: TableProfile, point: Banded): void {
  const where = Object.values(point).join(', ')
  const [row, ...others] = rowsAt(profile, point)
  if (row === undefined || others.length > 0) {
    demand.refuse('profile.rows', `exactly one for ${where}`, `${row ? others.length + 1 : 0} rows`)
  }
  const allowed = allowedAt(profile, point)
  if (allowed.includes(row.macroState)) return
  const index = profile.rows.indexOf(row)
  const wanted = `${allowed.join(' or ')} for ${where} when settle is ${profile.settle}`
  demand.refuse(`profile.rows[${index}].macroState`, wanted, row.macroState)
}

/** A task that goes on gets an action, one that is near and settles at once is delivered, one that ends does not go on. */
function allowedAt({ settle }: TableProfile, { cost, distance }: Banded): readonly MacroState[] {
  if (cost === 'exhausted') return distance === 'near' ? ['success', 'abandon'] : ['abandon']
  return settle === 'at_once' && distance === 'near' ? ['success'] : actions
}

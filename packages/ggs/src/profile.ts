import { type Axis, type Band, type Banded, bands } from './bands.js'
import type { MacroState } from './macro-state.js'
import { requirements } from './requirements.js'

/** A row of a profile's table: bands that an axis may lie in; an axis that isn't named may lie anywhere. */
export interface ProfileRow {
  readonly when: { readonly [A in Axis]?: readonly Band<A>[] }
  readonly macroState: MacroState
}

/** The rule of the controller as data. Gains and thresholds are the hyperparameters; what they are used for stands here. */
export interface Profile {
  readonly name: string
  /**
   * When D ≤ δ is delivered. `at_once`: as soon as it is met. `at_the_end`: when the task would end anyway, whatever ends it;
   * then the best round is delivered.
   */
  readonly settle: 'at_once' | 'at_the_end'
  /** What an environmental failure blocks: the targets of its failed calls, or of all its calls when none failed; or of failed calls alone. */
  readonly blame: 'outcome' | 'failed_calls'
  /** What ∇ is the slope of: L, or α·D + β_eff·P, which is L without the cost. */
  readonly slope: 'loss' | 'gap'
  /** Whom directives and tool lists are for: the next plan as a whole, or whatever replaces each subtask that failed. */
  readonly scope: 'task' | 'outcome'
  /** How long a tool is set aside: for the next plan, or for the rest of the task. */
  readonly toolsFor: 'plan' | 'task'
  /** How long a target is blocked: for the next plan, or for the rest of the task. */
  readonly targetsFor: 'plan' | 'task'
  /** The first round that may set tools aside. */
  readonly setsAsideFrom: 1 | 2
  readonly rows: readonly ProfileRow[]
}

/** The paper, v0.8, to the letter: its six conditions (section 5.3), which are its 24 cells (appendix A). */
const paper: Profile = {
  name: 'paper',
  settle: 'at_once',
  blame: 'outcome',
  slope: 'loss',
  scope: 'task',
  toolsFor: 'plan',
  targetsFor: 'task',
  setsAsideFrom: 1,
  rows: [
    { when: { cost: ['exhausted'] }, macroState: 'abandon' },
    { when: { cost: ['affordable'], distance: ['near'] }, macroState: 'success' },
    action({ implausibility: ['logical'], gradient: ['none', 'flat'] }, 'break_symmetry'),
    action({ implausibility: ['logical'], gradient: ['falling', 'rising'] }, 'change_approach'),
    action({ implausibility: ['environmental'], gradient: ['none', 'flat'] }, 'change_path'),
    action({ implausibility: ['environmental'], gradient: ['falling', 'rising'] }, 'refine'),
  ],
}

function action(when: ProfileRow['when'], macroState: MacroState): ProfileRow {
  return { when: { cost: ['affordable'], distance: ['middle', 'far'], ...when }, macroState }
}

/** Evidence, then level, then slope; what is near is delivered when there is nothing left to try. */
const measured: Profile = {
  name: 'measured',
  settle: 'at_the_end',
  blame: 'failed_calls',
  slope: 'gap',
  scope: 'outcome',
  toolsFor: 'task',
  targetsFor: 'plan',
  setsAsideFrom: 2,
  rows: [
    { when: { cost: ['exhausted'], distance: ['near'] }, macroState: 'success' },
    { when: { cost: ['exhausted'], distance: ['middle', 'far'] }, macroState: 'abandon' },
    { when: { cost: ['affordable'], calls: ['failed'] }, macroState: 'change_path' },
    { when: { cost: ['affordable'], calls: ['sound'], distance: ['near', 'middle'] }, macroState: 'refine' },
    soundAndFar({ implausibility: ['logical'] }, 'break_symmetry'),
    soundAndFar({ implausibility: ['environmental'], gradient: ['none', 'falling'] }, 'refine'),
    soundAndFar({ implausibility: ['environmental'], gradient: ['flat', 'rising'] }, 'change_path'),
  ],
}

function soundAndFar(when: ProfileRow['when'], macroState: MacroState): ProfileRow {
  return { when: { cost: ['affordable'], calls: ['sound'], distance: ['far'], ...when }, macroState }
}

export const profiles: Readonly<Record<ProfileName, Profile>> = Object.freeze({ paper, measured })

export const profileNames = ['paper', 'measured'] as const

export type ProfileName = (typeof profileNames)[number]

export const defaultProfile: ProfileName = 'measured'

const demand = requirements('invalid_profile')
const axes = Object.keys(bands) as readonly Axis[]
const switches = {
  settle: ['at_once', 'at_the_end'],
  blame: ['outcome', 'failed_calls'],
  slope: ['loss', 'gap'],
  scope: ['task', 'outcome'],
  toolsFor: ['plan', 'task'],
  targetsFor: ['plan', 'task'],
  setsAsideFrom: [1, 2],
} as const

/** @throws GgsError `invalid_profile` for a name that there is not, or a table in which a point has no row or several. */
export function resolveProfile(given: ProfileName | Profile = defaultProfile): Profile {
  if (typeof given !== 'string') return proven(given)
  if (!Object.hasOwn(profiles, given)) demand.refuse('profile', `one of ${Object.keys(profiles).join(', ')}`, given)
  return profiles[given]
}

const known = new WeakSet<Profile>()

/** That the table has exactly one row for each point is shown once for a profile. */
function proven(profile: Profile): Profile {
  if (known.has(profile)) return profile
  demand.object('profile', profile)
  demand.text('profile.name', profile.name)
  for (const [name, options] of Object.entries(switches)) {
    demand.oneOf(`profile.${name}`, profile[name as keyof typeof switches], options)
  }
  demand.list('profile.rows', profile.rows)
  for (const point of points()) {
    const rows = rowsAt(profile, point).length
    if (rows !== 1) demand.refuse('profile.rows', `exactly one for ${Object.values(point).join(', ')}`, `${rows} rows`)
  }
  known.add(profile)
  return profile
}

/** Every combination of bands. */
function* points(): Generator<Banded> {
  for (const cost of bands.cost)
    for (const distance of bands.distance)
      for (const implausibility of bands.implausibility)
        for (const calls of bands.calls)
          for (const gradient of bands.gradient) yield { cost, distance, implausibility, calls, gradient }
}

function rowsAt({ rows }: Profile, point: Banded): readonly ProfileRow[] {
  return rows.filter(({ when }) =>
    axes.every((axis) => (when[axis] as readonly string[] | undefined)?.includes(point[axis]) ?? true),
  )
}

/** The row that holds at a point. */
export function rowAt(profile: Profile, point: Banded): ProfileRow {
  const [row] = rowsAt(profile, point)
  if (row === undefined) demand.refuse('profile.rows', `one for ${Object.values(point).join(', ')}`, 'none')
  return row as ProfileRow
}

import type { MacroState } from './macro-state.js'
import type { Profile, ProfileRow } from './profile.js'

/** The paper, v0.8, to the letter: its six conditions (section 5.3), which are its 24 cells (appendix A). */
const paper: Profile = {
  name: 'paper',
  settle: 'at_once',
  blame: 'outcome',
  slope: 'loss',
  counts: 'round',
  scope: 'task',
  targetsFor: 'task',
  setsAsideFrom: 1,
  refusals: 'any',
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
  counts: 'promise',
  scope: 'outcome',
  targetsFor: 'plan',
  setsAsideFrom: 2,
  refusals: 'once',
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

export const profileNames = ['paper', 'measured'] as const

export type ProfileName = (typeof profileNames)[number]

export const profiles: Readonly<Record<ProfileName, Profile>> = Object.freeze({ paper, measured })

export const defaultProfile: ProfileName = 'measured'

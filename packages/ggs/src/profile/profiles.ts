import { defaultBeliefs } from '../belief/default-profile.js'
import type { BeliefProfile } from '../belief/profile.js'
import type { MacroState } from './macro-state.js'
import type { ProfileRow, TableProfile } from './profile.js'

/** The paper, v0.8, to the letter: its six conditions (section 5.3), which are its 24 cells (appendix A). */
const paper: TableProfile = {
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

/** A rule of the controller: a table, or a belief over causes. */
export type Profile = TableProfile | BeliefProfile

export const isBeliefs = (profile: Profile): profile is BeliefProfile => 'prior' in profile

export const profileNames = ['causes', 'paper'] as const

export type ProfileName = (typeof profileNames)[number]

export const profiles: { readonly causes: BeliefProfile; readonly paper: TableProfile } = Object.freeze({
  causes: defaultBeliefs,
  paper,
})

export const defaultProfile: ProfileName = 'causes'

import type { ProfileRow, TableProfile } from '@artoo/ggs'
import { solver } from './solver.js'

const soundAndFar = (when: ProfileRow['when'], macroState: ProfileRow['macroState']): ProfileRow => ({
  when: { cost: ['affordable'], calls: ['sound'], distance: ['far'], ...when },
  macroState,
})

/** The default rule until it was told causes: failed calls, then level, then slope. */
const table: TableProfile = {
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

export const measured = solver('measured, the default before', { profile: table })

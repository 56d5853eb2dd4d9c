import type { ProfileRow, TableProfile } from '../src/index.js'

const soundAndFar = (when: ProfileRow['when'], macroState: ProfileRow['macroState']): ProfileRow => ({
  when: { cost: ['affordable'], calls: ['sound'], distance: ['far'], ...when },
  macroState,
})

/** A table with every switch set otherwise than in the paper. */
export const measuredTable: TableProfile = {
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

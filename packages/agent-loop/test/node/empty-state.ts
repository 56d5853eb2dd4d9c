import type { StateFile } from '@artoo/agent-loop'
import { stateFile } from '../../src/state/state-file.js'

export const emptyState: StateFile = stateFile.parse({
  schema_version: '1.4',
  loop_id: 'loop-1',
  revision: 1,
  epoch: 0,
  objective: {
    goal: 'mend it',
    background_intent: 'it is broken',
    deliverables: ['a mended one'],
    definition_of_done: 'the tests pass',
    base_case: { check: 'command', argv: ['npm', 'test'] },
  },
  control: { repairs_left: 2 },
  atoms: {},
  or_groups: {},
  bindings: {},
  trail: [],
  corrections: [],
  in_flight: {},
  strategies_tried: [],
  residual_effects: [],
})

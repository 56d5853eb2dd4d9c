import type { Cause, Family } from './family.js'

const usual: Omit<Family, 'name' | 'causes'> = {
  subtasks: [1, 2],
  tools: [3, 5],
  targets: [2, 4],
  criteria: [1, 4],
  seconds: [15, 40],
  verdictErrors: 0.1,
  classErrors: 0.1,
  planner: { obedience: 0.8, stickiness: 0.6, reading: 0.5, aim: 0.8, recall: 0.7 },
}

const family = (name: string, causes: readonly Cause[], others: Partial<Family> = {}): Family => ({
  ...usual,
  ...others,
  name,
  causes,
})

const everyday = [
  'wrong_method',
  'blocked_target',
  'empty_target',
  'near_miss',
  'flaky',
  'deceptive',
  'drifting',
] as const satisfies readonly Cause[]

/** What the controller was chosen on. */
export const tuningFamilies: readonly Family[] = [
  family('wrong method', ['wrong_method']),
  family('blocked target', ['blocked_target']),
  family('empty target', ['empty_target']),
  family('near miss', ['near_miss']),
  family('flaky', ['flaky']),
  family('deceptive', ['deceptive']),
  family('drifting', ['drifting']),
  family('some impossible', ['impossible', 'wrong_method', 'blocked_target']),
  family('half impossible', ['impossible', 'near_miss'], { tools: [4, 6] }),
  family('mixed', everyday),
  family('slow near miss', ['near_miss'], { seconds: [60, 90] }),
  family('slow wrong method', ['wrong_method'], { seconds: [60, 90] }),
  family('slow and mixed', everyday, { seconds: [50, 100] }),
  family('several subtasks', ['wrong_method', 'blocked_target', 'near_miss'], { subtasks: [2, 4] }),
  family('large plans', everyday, { subtasks: [3, 5], criteria: [2, 5] }),
  family('many criteria', ['near_miss', 'wrong_method', 'deceptive'], { criteria: [4, 8] }),
  family('many tools', ['wrong_method', 'near_miss'], { tools: [6, 9] }),
  family('many targets', ['blocked_target', 'drifting'], { targets: [5, 8] }),
  family('method or flaky', ['wrong_method', 'flaky']),
  family('target or near miss', ['blocked_target', 'near_miss'], { subtasks: [1, 3] }),
  family('good judges', everyday, { verdictErrors: 0.03, classErrors: 0.03 }),
  family('bad judges', everyday, { verdictErrors: 0.2, classErrors: 0.25 }),
  family('stubborn planner', everyday, {
    planner: { obedience: 0.5, stickiness: 0.8, reading: 0.3, aim: 0.6, recall: 0.4 },
  }),
  family('able planner', everyday, {
    planner: { obedience: 0.95, stickiness: 0.5, reading: 0.8, aim: 0.9, recall: 0.9 },
  }),
]

/** Worlds that change while the task runs, which the others don't have: by its own work, or as an outage ends. */
export const changingFamilies: readonly Family[] = [
  family('mended by the task', ['unmended']),
  family('mended, or wrong method', ['unmended', 'wrong_method']),
  family('mended, several subtasks', ['unmended', 'near_miss'], { subtasks: [2, 4] }),
  family('outage that ends', ['passing']),
  family('outage, or blocked target', ['passing', 'blocked_target']),
  family('changing and everyday', ['unmended', 'passing', ...everyday]),
]

const wider = [...everyday, 'outage', 'two_ways'] as const

/** What the controller is measured on: causes, planners, judges, sizes and speeds that none of the others have. */
export const heldOutFamilies: readonly Family[] = [
  family('outage', ['outage', 'blocked_target']),
  family('far miss', ['far_miss', 'near_miss']),
  family('two ways', ['two_ways', 'wrong_method'], { tools: [4, 7] }),
  family('mislabelled', ['mislabelled', 'wrong_method']),
  family('careless planner', wider, {
    planner: { obedience: 0.65, stickiness: 0.7, reading: 0.2, aim: 0.7, recall: 0.3 },
  }),
  family('sharp planner', wider, {
    planner: { obedience: 0.9, stickiness: 0.3, reading: 0.9, aim: 0.95, recall: 0.95 },
  }),
  family('exact judges', wider, { verdictErrors: 0.01, classErrors: 0.01 }),
  family('poor judges', wider, { verdictErrors: 0.15, classErrors: 0.3 }),
  family('very slow', wider, { seconds: [70, 120] }),
  family('six subtasks', wider, { subtasks: [4, 6], criteria: [1, 3] }),
  family('one criterion', wider, { criteria: [1, 1] }),
  family('many of everything', wider, { tools: [5, 8], targets: [5, 8], criteria: [5, 9] }),
]

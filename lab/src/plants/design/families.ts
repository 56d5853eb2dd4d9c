import type { JudgeTraits, PlannerTraits } from '../plant.js'
import { type DesignFamily, familyOf, type Obstacle } from './design-family.js'

const usual: Omit<DesignFamily, 'name' | 'obstacles'> = {
  subtasks: [1, 2],
  tools: [3, 5],
  targets: [2, 4],
  criteria: [1, 4],
  seconds: [15, 40],
  judge: { falsePass: 0.1, falseFail: 0.1, classErrors: 0.1 },
  planner: { obedience: 0.8, stickiness: 0.6, reading: 0.5, aim: 0.8, recall: 0.7 },
}

const everyday = [
  'wrong_tool',
  'blocked_target',
  'empty_target',
  'near_miss',
  'flaky',
  'deceptive',
  'drifting',
] as const satisfies readonly Obstacle[]

const judges = (wrong: number, classErrors: number): { readonly judge: JudgeTraits } => ({
  judge: { falsePass: wrong, falseFail: wrong, classErrors },
})
const planner = (traits: Partial<PlannerTraits>) => ({ planner: { ...usual.planner, ...traits } })

const given: readonly (readonly [name: string, obstacles: readonly Obstacle[], others?: Partial<DesignFamily>])[] = [
  ['wrong tool', ['wrong_tool']],
  ['blocked target', ['blocked_target']],
  ['empty target', ['empty_target']],
  ['near miss', ['near_miss']],
  ['flaky', ['flaky']],
  ['deceptive', ['deceptive']],
  ['drifting', ['drifting']],
  ['some impossible', ['impossible', 'wrong_tool', 'blocked_target'], { subtasks: [2, 4] }],
  ['mixed', everyday],
  ['slow and mixed', everyday, { seconds: [50, 100] }],
  ['several subtasks', ['wrong_tool', 'blocked_target', 'near_miss'], { subtasks: [2, 4] }],
  ['large plans', everyday, { subtasks: [3, 5], criteria: [2, 5] }],
  ['many tools', ['wrong_tool', 'near_miss'], { tools: [6, 9] }],
  ['many targets', ['blocked_target', 'drifting'], { targets: [5, 8] }],
  ['good judges', everyday, judges(0.03, 0.03)],
  ['bad judges', everyday, judges(0.2, 0.25)],
  ['stubborn planner', everyday, planner({ obedience: 0.5, stickiness: 0.8, reading: 0.3, aim: 0.6, recall: 0.4 })],
  ['able planner', everyday, planner({ obedience: 0.95, stickiness: 0.5, reading: 0.8, aim: 0.9, recall: 0.9 })],
  ['mended by the task', ['unmended']],
  ['mended, or wrong tool', ['unmended', 'wrong_tool']],
  ['mended, several subtasks', ['unmended', 'near_miss'], { subtasks: [2, 4] }],
  ['outage that ends', ['passing']],
  ['outage, or blocked target', ['passing', 'outage', 'blocked_target']],
  ['changing and everyday', ['unmended', 'passing', ...everyday]],
]

/** The set on which the controller was thought out. */
export const families = given.map(([name, obstacles, others]) => familyOf({ ...usual, ...others, name, obstacles }))

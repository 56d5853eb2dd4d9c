import { type Cause, causes, type Family } from './family.js'

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

const solvable = causes.filter((cause) => cause !== 'impossible')

/** The controller was chosen on these. */
export const tuningFamilies: readonly Family[] = [
  { ...usual, name: 'wrong method', causes: ['wrong_method'] },
  { ...usual, name: 'blocked target', causes: ['blocked_target'] },
  { ...usual, name: 'near miss', causes: ['near_miss'] },
  { ...usual, name: 'flaky', causes: ['flaky'] },
  { ...usual, name: 'deceptive', causes: ['deceptive'] },
  { ...usual, name: 'drifting', causes: ['drifting'] },
  { ...usual, name: 'slow near miss', causes: ['near_miss'], seconds: [60, 90] },
  { ...usual, name: 'slow wrong method', causes: ['wrong_method'], seconds: [60, 90] },
  { ...usual, name: 'mixed', causes: solvable },
  { ...usual, name: 'several subtasks', causes: ['wrong_method', 'blocked_target', 'near_miss'], subtasks: [2, 4] },
  { ...usual, name: 'many criteria', causes: ['near_miss', 'wrong_method', 'deceptive'], criteria: [4, 8] },
  { ...usual, name: 'empty target', causes: ['empty_target'] },
  { ...usual, name: 'some impossible', causes: ['impossible', 'wrong_method', 'blocked_target'] },
]

const stubborn = { obedience: 0.5, stickiness: 0.8, reading: 0.3, aim: 0.6, recall: 0.4 }
const able = { obedience: 0.95, stickiness: 0.5, reading: 0.8, aim: 0.9, recall: 0.9 }
const pairs: readonly (readonly Cause[])[] = [
  ['wrong_method', 'flaky'],
  ['blocked_target', 'near_miss'],
]

/** The controller was never looked at on these before it was chosen: other planners, noise, sizes, speeds and mixtures. */
export const heldOutFamilies: readonly Family[] = [
  { ...usual, name: 'stubborn planner', causes: solvable, planner: stubborn },
  { ...usual, name: 'able planner', causes: solvable, planner: able },
  { ...usual, name: 'many tools', causes: ['wrong_method', 'near_miss'], tools: [6, 9] },
  { ...usual, name: 'many targets', causes: ['blocked_target', 'drifting'], targets: [5, 8] },
  { ...usual, name: 'good judges', causes: solvable, verdictErrors: 0.03, classErrors: 0.03 },
  { ...usual, name: 'bad judges', causes: solvable, verdictErrors: 0.2, classErrors: 0.25 },
  { ...usual, name: 'empty targets', causes: ['empty_target', 'blocked_target'] },
  { ...usual, name: 'method or flaky', causes: pairs[0] ?? [] },
  { ...usual, name: 'target or near miss', causes: pairs[1] ?? [], subtasks: [1, 3] },
  { ...usual, name: 'slow and mixed', causes: solvable, seconds: [50, 100] },
  { ...usual, name: 'large plans', causes: solvable, subtasks: [3, 5], criteria: [2, 5] },
  { ...usual, name: 'half impossible', causes: ['impossible', 'near_miss'], tools: [4, 6] },
]

import { describe, expect, it } from 'vitest'
import { type ChecklistState, checklist } from '../../src/phi/checklist.js'
import { plan } from '../../src/phi/plan.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import type { IterationRecord } from '../../src/protocol/state.js'
import { easy } from './invariants.js'

const state: ChecklistState = {
  problem: { original: 'Why is it slow?', clarified: null, classification: easy },
  limits: { tokens: null, timeMs: 60_000, modelCalls: 100 },
  iteration: 1,
  iterations: [],
  deployed: [],
  removed: [],
  questions: { open: [], answered: [] },
  contradictions: [],
}
const record: IterationRecord = {
  iteration: 1,
  newFindings: 1,
  conclusions: [],
  space: 1,
  confidence: null,
  quality: null,
}
const made = plan(easy)
const unclear = { ...easy, wellDefined: false }
const withBatches = (...batches: (readonly number[])[]): IterationPlan => ({
  ...made,
  batches: batches.map((agents) => ({ phase: 'SYNTHESIS', agents })),
})

/** The places (from 1) of those that don't hold. */
const failing = (over: Partial<ChecklistState>, planned: IterationPlan = made, batchIndex = 0) =>
  checklist({ ...state, ...over }, planned, batchIndex).flatMap(({ holds }, index) => (holds ? [] : [index + 1]))

describe("PHI's checklist", () => {
  it('has eight items, which all hold before each batch of a plan', () => {
    expect(checklist(state, made, 0)).toHaveLength(8)
    for (const index of made.batches.keys()) expect(failing({}, made, index)).toEqual([])
  })

  it('lets a plan pass that clarifies, or one for a trivial problem', () => {
    const problem = { ...state.problem, classification: unclear }
    expect(failing({ problem }, plan(unclear))).toEqual([])
    const trivial = { ...easy, trivial: true }
    expect(failing({ problem: { ...state.problem, classification: trivial } }, plan(trivial))).toEqual([])
  })

  it('says why', () => {
    const [classified] = checklist({ ...state, problem: { ...state.problem, classification: null } }, made, 0)
    expect(classified).toEqual({
      item: 'Have I classified the problem type?',
      holds: false,
      why: 'nobody has classified it',
    })
  })

  it.each<[string, number[], Partial<ChecklistState>, IterationPlan?, number?]>([
    ['a problem that is not classified', [1, 2], { problem: { ...state.problem, classification: null } }],
    ['an unclear problem that nobody clears up', [2], { problem: { ...state.problem, classification: unclear } }],
    ['a plan without quality control', [3, 6], {}, withBatches([1, 5, 9], [48])],
    ['explorers of one kind', [4], {}, withBatches([1, 2, 3], [48, 52])],
    ['eleven side by side', [5], {}, withBatches([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [48, 52])],
    ['an empty batch', [5], {}, withBatches([1, 5, 9], [], [48, 52])],
    ['an agent twice', [6], {}, withBatches([1, 5, 9], [9], [48, 52])],
    ['session memory in a batch', [6], {}, withBatches([1, 5, 9], [48, 52, 53])],
    ['a batch that is not planned', [6], {}, made, 9],
    ['a limit of no calls', [7], { limits: { ...state.limits, modelCalls: 0 } }],
    ['an eleventh iteration', [7], { iteration: 11, iterations: Array.from({ length: 10 }, () => record) }],
    ['an iteration that left no record', [8], { iteration: 3, iterations: [record] }],
    ['a plan without progress monitor', [3, 8], {}, withBatches([1, 5, 9], [52])],
  ])('stops %s', (_, items, over, planned, index) => {
    expect(failing(over, planned, index)).toEqual(items)
  })

  it('asks for no more clusters than there are agents of', () => {
    const removed = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    expect(failing({ removed }, plan(easy, { exclude: removed }))).toEqual([])
  })
})

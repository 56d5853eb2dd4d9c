import { expect } from 'vitest'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import type { GoalGradientSolverComponents } from '../src/controller/state.js'
import { failed, failedCall, outcomeSummary, replanRequest, progress as reported } from './builders.js'
import { drive, payloadOf, payloadsOf } from './drive.js'

export type Replan = Parameters<typeof replanRequest>[0]

/** A controller whose task has started. */
export function solving(components: GoalGradientSolverComponents = {}) {
  const { tell } = drive(createGoalGradientSolver(components))
  expect(tell('TaskStarted', {}, { at: 0 })).toEqual([])
  return {
    tell,
    /** A failed round, with what is sent once a pause is over. */
    outlast(given: Replan) {
      const sent = tell('ReplanRequest', replanRequest(given))
      return [...sent, ...payloadsOf(sent, 'TimerRequest').flatMap(({ key }) => tell('TimerFired', { key }))]
    },
    accept: (given: Parameters<typeof outcomeSummary>[0] = {}) => tell('OutcomeSummary', outcomeSummary(given)),
    replan: (given: Replan = {}) => tell('ReplanRequest', replanRequest(given)),
    progress: (intent: string, output: string) => tell('Progress', reported({ subtaskId: intent, intent, output })),
  }
}

/** What the planner is ordered after such a round, once a pause is over. */
export const ordered = (round: Replan, components: GoalGradientSolverComponents = {}) =>
  payloadOf(solving(components).outlast(round), 'PlanDirective')

/** A round in which everything went wrong for outside reasons, on one file. */
export const blocked: Replan = {
  outcomes: [
    failed({
      verdicts: [],
      failureClass: 'environmental',
      toolCalls: [failedCall()],
      failureReason: 'no a.txt',
      output: '',
    }),
  ],
  gapSummary: 'no a.txt',
}

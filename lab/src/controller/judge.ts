import type { CriterionObservation, FailureClass } from '@artoo/ggs'
import { draw } from '../random.js'
import type { Result } from './plants/execute.js'
import type { Plant } from './plants/plant.js'

const draws = { verdict: 31, failureClass: 32, merge: 33 } as const

/**
 * What judges say of the attempts of a round. Their errors last for the round: a judge that is asked again about the same thing
 * says the same again.
 */
export function verdictsOn(
  plant: Plant,
  index: number,
  results: readonly Result[],
  round: number,
): readonly CriterionObservation[] {
  const { seed, family } = plant
  const modes = plant.subtasks[index]?.modes ?? []
  return modes.map((mode, criterion) => {
    const isWrong = draw(seed, draws.verdict, index, criterion, round) < family.verdictErrors
    const passes = results.map(({ met }) => met[criterion] !== isWrong)
    const last = results.at(-1)
    return {
      criterion: `criterion ${criterion}`,
      mode,
      verdict: passes.at(-1) ? 'pass' : 'fail',
      failureClass: passes.at(-1) ? null : classSeen(plant, index, last?.failureClass ?? null, round),
      failedAttempts: passes.filter((pass) => !pass).length,
      attempts: results.length,
    }
  })
}

/** The last look at a merged result: one criterion for each subtask. */
export function verdictsOnMerge(
  plant: Plant,
  truths: readonly (Result | null)[],
  round: number,
): readonly CriterionObservation[] {
  return truths.map((result, index) => {
    const isWrong = draw(plant.seed, draws.merge, index, round) < plant.family.verdictErrors
    const passes = (result?.failureClass === null) !== isWrong
    return {
      criterion: `part ${index}`,
      mode: 'verifiable',
      verdict: passes ? 'pass' : 'fail',
      failureClass: passes ? null : classSeen(plant, index, result?.failureClass ?? null, round),
      failedAttempts: passes ? 0 : 1,
      attempts: 1,
    }
  })
}

/** What fails without a reason is called logical or environmental as it comes. */
function classSeen({ seed, family }: Plant, index: number, truth: FailureClass | null, round: number): FailureClass {
  const lot = draw(seed, draws.failureClass, index, round)
  if (truth === null) return lot < 0.5 ? 'logical' : 'environmental'
  if (lot >= family.classErrors) return truth
  return truth === 'logical' ? 'environmental' : 'logical'
}

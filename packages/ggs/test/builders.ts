import {
  type CallObservation,
  type ControllerOptions,
  type CriterionObservation,
  type Decision,
  type Hyperparameters,
  type Observation,
  type OutcomeObservation,
  replay,
} from '../src/index.js'
import { measuredTable } from './measured-table.js'

export function criterion(overrides: Partial<CriterionObservation> = {}): CriterionObservation {
  return {
    criterion: 'the file is named',
    mode: 'verifiable',
    verdict: 'pass',
    failureClass: null,
    failedAttempts: 0,
    attempts: 1,
    ...overrides,
  }
}

export function failing(overrides: Partial<CriterionObservation> = {}): CriterionObservation {
  return criterion({ verdict: 'fail', failureClass: 'environmental', failedAttempts: 1, ...overrides })
}

export function call(tool: string, target: string | null, failed = false): CallObservation {
  return { tool, target, failed }
}

/** Failed exactly when one of its criteria failed, unless told otherwise. */
export function outcome(id: string, overrides: Partial<OutcomeObservation> = {}): OutcomeObservation {
  const criteria = overrides.criteria ?? []
  const status = criteria.some(({ verdict }) => verdict === 'fail') ? 'failed' : 'matched'
  return { id, status, criteria, failureClass: null, calls: [], ...overrides }
}

export function observation(
  outcomes: readonly OutcomeObservation[],
  overrides: Partial<Observation> = {},
): Observation {
  return { outcomes, elapsedMs: 0, accepted: false, ...overrides }
}

/** `failures` of 10 verifiable criteria fail, all of one class, in an outcome that replaces the one before. */
export function tenths(
  failures: number,
  overrides: Partial<Observation> & Partial<Pick<OutcomeObservation, 'failureClass' | 'calls'>> = {},
): Observation {
  const { failureClass = 'environmental', calls = [], ...rest } = overrides
  const criteria = Array.from({ length: 10 }, (_, index) =>
    index < failures ? failing({ criterion: `criterion ${index}`, failureClass }) : criterion(),
  )
  return observation([outcome('subtask', { criteria, calls, replaces: 'subtask' })], rest)
}

/** The last decision of a task. */
export function last(observations: readonly Observation[], options: ControllerOptions = {}): Decision {
  const decision = replay(observations, options).at(-1)
  if (decision === undefined) throw new Error('no observation')
  return decision
}

/** The paper's controller. */
export function paper(hyperparameters: Partial<Hyperparameters> = {}): ControllerOptions {
  return { profile: 'paper', hyperparameters }
}

/** A table that settles at the end and orders each failed outcome by itself. */
export function measured(hyperparameters: Partial<Hyperparameters> = {}): ControllerOptions {
  return { profile: measuredTable, hyperparameters }
}

import { causeNames } from '../terms/causes.js'
import { failureClasses } from '../terms/failure-class.js'
import {
  type CallObservation,
  type CriterionObservation,
  callErrors,
  criterionModes,
  type Observation,
  type OutcomeObservation,
} from './observation.js'
import { count, type Range, requirements } from './requirements.js'

const demand = requirements('invalid_observation')
const optionalClass = [...failureClasses, null]
const optionalCause = [...causeNames, null, undefined]
/** Criteria of a round or a task. Beyond that, one of them would be lost in the rounding of D. */
const criteriaCount: Range = { ...count, max: 1_000_000 }

/** @throws GgsError `invalid_observation` naming the first field that is malformed or contradicts another. */
export function validateObservation(observation: Observation): void {
  demand.object('observation', observation)
  validateOutcomes(observation.outcomes)
  demand.number('elapsedMs', observation.elapsedMs, { min: 0, max: Number.MAX_SAFE_INTEGER })
  demand.boolean('accepted', observation.accepted)
  if (observation.changed !== undefined) demand.boolean('changed', observation.changed)
  validateMet(observation.met)
}

/** @throws GgsError `invalid_observation`, field `met`. */
export function validateMet(met: number | undefined): void {
  if (met !== undefined) demand.number('met', met, criteriaCount)
}

/** @throws GgsError `invalid_observation` naming the first field that is malformed or contradicts another. */
export function validateOutcomes(outcomes: readonly OutcomeObservation[]): void {
  demand.list('outcomes', outcomes)
  const ids = new Set<string>()
  outcomes.forEach((outcome, index) => {
    const field = `outcomes[${index}]`
    validateOutcome(field, outcome)
    if (ids.has(outcome.id)) demand.refuse(`${field}.id`, 'unique, as an outcome counts once', outcome.id)
    ids.add(outcome.id)
  })
}

function validateOutcome(field: string, outcome: OutcomeObservation): void {
  demand.object(field, outcome)
  demand.text(`${field}.id`, outcome.id)
  demand.oneOf(`${field}.status`, outcome.status, ['matched', 'failed'])
  demand.oneOf(`${field}.failureClass`, outcome.failureClass, optionalClass)
  demand.oneOf(`${field}.cause`, outcome.cause, optionalCause)
  if (typeof outcome.replaces !== 'string') demand.oneOf(`${field}.replaces`, outcome.replaces, [undefined, null])
  demand.list(`${field}.criteria`, outcome.criteria)
  outcome.criteria.forEach((criterion, index) => {
    validateCriterion(`${field}.criteria[${index}]`, criterion)
  })
  demand.list(`${field}.calls`, outcome.calls)
  outcome.calls.forEach((call, index) => {
    validateCall(`${field}.calls[${index}]`, call)
  })
  if (outcome.promised !== undefined) demand.number(`${field}.promised`, outcome.promised, { ...criteriaCount, min: 1 })
  for (const name of ['isKnown', 'isWarned'] as const) {
    if (outcome[name] !== undefined) demand.boolean(`${field}.${name}`, outcome[name])
  }
  for (const name of ['undone', 'left'] as const) {
    if (outcome[name] !== undefined) demand.boolean(`${field}.${name}`, outcome[name])
    if (outcome.status === 'matched' && outcome[name]) {
      demand.refuse(`${field}.${name}`, 'false, as the outcome matched', outcome[name])
    }
  }
  if (outcome.status === 'matched' && outcome.criteria.some((criterion) => criterion.verdict === 'fail')) {
    demand.refuse(`${field}.status`, 'failed, as one of its criteria failed', outcome.status)
  }
}

function validateCriterion(field: string, criterion: CriterionObservation): void {
  demand.object(field, criterion)
  demand.text(`${field}.criterion`, criterion.criterion)
  demand.oneOf(`${field}.mode`, criterion.mode, criterionModes)
  demand.oneOf(`${field}.verdict`, criterion.verdict, ['pass', 'fail'])
  demand.oneOf(`${field}.failureClass`, criterion.failureClass, optionalClass)
  demand.oneOf(`${field}.cause`, criterion.cause, optionalCause)
  demand.number(`${field}.attempts`, criterion.attempts, { ...count, min: 1 })
  // The last attempt gave the verdict, so a fail has at least one failed attempt and a pass at least one that passed.
  const failed = criterion.verdict === 'fail'
  demand.number(`${field}.failedAttempts`, criterion.failedAttempts, {
    min: failed ? 1 : 0,
    max: failed ? criterion.attempts : criterion.attempts - 1,
    integer: true,
  })
}

function validateCall(field: string, call: CallObservation): void {
  demand.object(field, call)
  demand.text(`${field}.tool`, call.tool)
  if (call.target !== null) demand.text(`${field}.target`, call.target)
  demand.boolean(`${field}.failed`, call.failed)
  for (const name of ['lifted', 'changed'] as const) {
    if (call[name] !== undefined) demand.boolean(`${field}.${name}`, call[name])
  }
  demand.oneOf(`${field}.error`, call.error, [...callErrors, undefined])
}

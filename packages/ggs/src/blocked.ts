import { failuresOf } from './failures.js'
import type { Directive } from './macro-state.js'
import type { FailureClass, OutcomeObservation } from './observation.js'

/** A tool that the environment refused on one particular target. */
export interface BlockedTarget {
  readonly tool: string
  readonly target: string
}

/**
 * The tools that the next plan must not use (paper, section 5.4): those of the outcomes that failed logically, or of
 * every failing outcome when none is classified so. Empty unless the directive asks for another approach.
 */
export function blockedToolsOf(directive: Directive, outcomes: readonly OutcomeObservation[]): readonly string[] {
  if (directive !== 'break_symmetry' && directive !== 'change_approach') return []
  const failing = outcomes.filter((outcome) => failuresOf(outcome).length > 0)
  const logical = failing.filter((outcome) => failedAs(outcome, 'logical'))
  const blamed = logical.length > 0 ? logical : failing
  return [...new Set(blamed.flatMap(({ calls }) => calls.map(({ tool }) => tool)))]
}

/**
 * `known` plus the (tool, target) pairs at which an outcome failed environmentally: those of its failed calls, or of all
 * its calls when none failed.
 */
export function accumulateBlockedTargets(
  known: readonly BlockedTarget[],
  outcomes: readonly OutcomeObservation[],
): readonly BlockedTarget[] {
  const found = outcomes.filter((outcome) => failedAs(outcome, 'environmental')).flatMap(targetsOf)
  const distinct = new Map([...known, ...found].map((pair) => [JSON.stringify([pair.tool, pair.target]), pair]))
  return [...distinct.values()]
}

function targetsOf({ calls }: OutcomeObservation): readonly BlockedTarget[] {
  const failed = calls.filter((call) => call.failed)
  const suspects = failed.length > 0 ? failed : calls
  return suspects.flatMap(({ tool, target }) => (target === null ? [] : [{ tool, target }]))
}

function failedAs(outcome: OutcomeObservation, wanted: FailureClass): boolean {
  return failuresOf(outcome).some(({ failureClass }) => failureClass === wanted)
}

import type { OutcomeObservation } from '../input/observation.js'
import { failuresOf } from '../measure/failures.js'
import type { TableProfile } from '../profile/profile.js'
import type { BlockedTarget } from '../terms/blocked-target.js'
import type { Directive } from '../terms/directives.js'
import type { FailureClass } from '../terms/failure-class.js'

/** True for the directives that set tools aside (paper, section 5.4). */
export function setsToolsAside(directive: Directive): boolean {
  return directive === 'break_symmetry' || directive === 'change_approach'
}

/** The tools of the outcomes that failed logically, or of every failing outcome when none is classified so. */
export function toolsToBlame(outcomes: readonly OutcomeObservation[]): readonly string[] {
  const failing = outcomes.filter((outcome) => failuresOf(outcome).length > 0)
  const logical = failing.filter((outcome) => failedAs(outcome, 'logical'))
  const blamed = logical.length > 0 ? logical : failing
  return [...new Set(blamed.flatMap(({ calls }) => calls.map(({ tool }) => tool)))]
}

/**
 * `known` plus the (tool, target) pairs at which an outcome failed environmentally, as far as the profile blames them. Where blocks
 * are for the next plan alone, a failure after which something changed blocks nothing.
 */
export function accumulateBlockedTargets(
  known: readonly BlockedTarget[],
  outcomes: readonly OutcomeObservation[],
  { blame, targetsFor }: Pick<TableProfile, 'blame' | 'targetsFor'>,
): readonly BlockedTarget[] {
  const found = outcomes
    .filter((outcome) => failedAs(outcome, 'environmental'))
    .flatMap(({ calls }) => {
      const failed = calls.filter((call) => call.failed)
      const suspects = failed.length > 0 || blame === 'failed_calls' ? failed : calls
      const standing = targetsFor === 'task' ? suspects : suspects.filter(({ lifted = false }) => !lifted)
      return standing.flatMap(({ tool, target }) => (target === null ? [] : [{ tool, target }]))
    })
  const distinct = new Map([...known, ...found].map((pair) => [JSON.stringify([pair.tool, pair.target]), pair]))
  return [...distinct.values()]
}

function failedAs(outcome: OutcomeObservation, wanted: FailureClass): boolean {
  return failuresOf(outcome).some(({ failureClass }) => failureClass === wanted)
}

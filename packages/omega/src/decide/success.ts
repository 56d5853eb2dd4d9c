import { isVerified } from '../confidence/algebra.js'
import { gateAgents } from '../detect/contents.js'
import { detect } from '../detect/detect.js'
import type { DetectorFinding } from '../detect/finding.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { claimOf } from '../session/claims.js'
import { unresolved } from '../session/contradictions.js'
import { overallConfidence } from '../session/overall.js'
import { type Condition, type ConditionGroup, nativeOf, waived } from './condition.js'
import { afterSynthesis } from './significant.js'

type Conditions = (state: SessionState, findings: readonly DetectorFinding[]) => readonly Omit<Condition, 'group'>[]

/** The conditions of an answer, by group: all of them must hold (section 6.1). */
const groups: Readonly<Record<ConditionGroup, Conditions>> = {
  CONVERGENCE: (state, findings) => {
    const late = afterSynthesis(state)
    const growing = findings.find(({ detector }) => detector === 'convergence')
    const answered = state.synthesis !== null || isWaived(state, 'COMPLETENESS')
    return [
      {
        name: 'narrowed',
        holds: growing === undefined && answered,
        why: growing?.message ?? (answered ? 'there is one answer' : 'no answer was written'),
      },
      {
        name: 'nothing_new',
        holds: late.length === 0,
        why:
          late.length === 0 ? 'nothing came up that the answer does not know' : `since the answer: ${late.join('; ')}`,
      },
      verdictOf(state, 'progress_confirmed', 48, (native) => native === 'ON_TRACK' || native === 'SLOWING'),
    ]
  },
  CONFIDENCE: (state, findings) => {
    const confidence = overallConfidence(state)
    const needed = neededConfidence(state)
    const fatal = unresolved(state).filter(({ severity }) => severity === 'FATAL')
    const blocking = findings.filter(({ blocksSuccess, detector }) => blocksSuccess && detector !== 'cascade')
    return [
      {
        name: 'sure_enough',
        holds: confidence !== null && confidence > needed,
        why: `confidence is ${confidence?.toFixed(3) ?? 'unknown'} and has to exceed ${needed}`,
      },
      {
        name: 'no_fatal_contradiction',
        holds: fatal.length === 0,
        why: fatal.length === 0 ? 'no fatal contradiction is open' : `open: ${fatal.map(({ id }) => id).join(', ')}`,
      },
      {
        name: 'independent_voices',
        holds: blocking.length === 0,
        why:
          blocking.map(({ message }) => message).join('; ') || 'what is sure was seen by independent voices or checks',
      },
    ]
  },
  COMPLETENESS: (state) => [
    {
      name: 'answered',
      holds: state.synthesis !== null,
      why: state.synthesis === null ? 'no answer was written' : 'there is an answer',
    },
    verdictOf(state, 'no_critical_gap', 40, (native) => native !== 'FATALLY_INCOMPLETE'),
  ],
  // Both are attackers: whoever has their verdicts was attacked.
  ROBUSTNESS: (state) => [
    verdictOf(state, 'core_survives', 46, (native) => native !== 'NOTHING_SURVIVES'),
    verdictOf(state, 'steelman_stands', 44, (native) => native !== 'STEELMAN_DEFEATED'),
  ],
  QUALITY: (state) => {
    const ids = state.synthesis?.restsOn ?? []
    const unverified = ids.filter((id) => !isVerified(claimOf(state, id) ?? { factors: [] }))
    const missing = state.awaited.filter((agent) => agent === 51 || (gateAgents as readonly number[]).includes(agent))
    return [
      verdictOf(state, 'shippable', 52, (native) => native === 'SHIP' || native === 'SHIP_WITH_CAVEATS'),
      {
        name: 'verified',
        holds: unverified.length === 0,
        why:
          unverified.length === 0 ? 'what the answer rests on was verified' : `not verified: ${unverified.join(', ')}`,
      },
      {
        name: 'complete',
        holds: missing.length === 0,
        why: missing.length === 0 ? 'nobody who has to speak is missing' : `not heard: ${missing.join(', ')}`,
      },
    ]
  },
}

/**
 * The group whose waiver covers a condition: without attackers there are no verifiers either, and PHI's own answer to a
 * trivial problem is one voice.
 */
const lookedAtWith: Readonly<Record<string, ConditionGroup>> = {
  verified: 'ROBUSTNESS',
  independent_voices: 'ROBUSTNESS',
}

/**
 * Each condition of a success, by name. What the plan waived holds with a note; the answer of a panel that had nobody to
 * write one is what its claims say.
 */
export function conditions(state: SessionState, findings = detect(state)): readonly Condition[] {
  return (Object.keys(groups) as ConditionGroup[]).flatMap((group) =>
    groups[group](state, findings)
      .map((condition) => ({ group, ...condition }))
      .map((condition) => (isWaived(state, lookedAtWith[condition.name] ?? group) ? waived(condition) : condition)),
  )
}

/** The conditions that a success lacks, in words; empty when it lacks none. */
export function unmet(state: SessionState): string {
  const failing = conditions(state).filter(({ holds }) => !holds)
  return [...new Set(failing.map(({ why }) => why))].join('; ')
}

/** The confidence that an answer has to exceed. Unknown stakes count as HIGH. */
function neededConfidence({ problem }: Pick<SessionState, 'problem'>): number {
  return protocol.answer[problem.classification?.stakes ?? 'HIGH']
}

function isWaived({ waived }: SessionState, group: ConditionGroup): boolean {
  return (waived as readonly string[]).includes(group)
}

function verdictOf(
  state: SessionState,
  name: string,
  agent: number,
  isFine: (native: string) => boolean,
): Omit<Condition, 'group'> {
  const native = nativeOf(state, agent)
  return {
    name,
    holds: native !== null && isFine(native),
    why: native === null ? `agent ${agent} gave no verdict` : `agent ${agent} says ${native}`,
  }
}

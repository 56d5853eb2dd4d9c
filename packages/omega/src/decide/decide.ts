import { detect } from '../detect/detect.js'
import type { SessionState } from '../protocol/state.js'
import type { PhiDecision } from './decision.js'
import { aborted, cascadeUnresolved, intractable, irrecoverable, limited, succeeded } from './endings.js'
import { clarified, collapsed, contradictory, flat, stuck } from './remedies.js'
import { type DecisionRule, type ExaminedSession, limitOf } from './rule.js'
import { triggerOf } from './trigger.js'

export interface DecideOptions {
  /**
   * Whether an answer that is reached exactly at a limit is a success, or, as section 6.4 has it to the letter, not.
   * @defaultValue 'success_first'
   */
  readonly order?: 'success_first' | 'literal'
}

/**
 * Decides at the end of an iteration, once its `iteration_ended` is folded. With `midway`, after a batch, only urgent
 * causes count: an abort, a limit, a collapse, contradictions that halt; null otherwise. A recovery that is decided has
 * to be carried out before the next question.
 *
 * It ends: an iteration limit is always there, and each recovery is tried once.
 */
export function decide(state: SessionState, options: DecideOptions & { readonly midway: true }): PhiDecision | null
export function decide(state: SessionState, options?: DecideOptions & { readonly midway?: false }): PhiDecision
export function decide(
  state: SessionState,
  options: DecideOptions & { readonly midway?: boolean } = {},
): PhiDecision | null {
  const { order = 'success_first', midway = false } = options
  const findings = detect(state)
  const examined: ExaminedSession = {
    state,
    findings,
    midway,
    found: (...names) => findings.find(({ detector }) => names.includes(detector)),
    tried: (kind) => state.recoveries.includes(kind),
  }
  const ends = order === 'literal' ? [limited, succeeded] : [succeeded, limited]
  const rules: readonly DecisionRule[] = midway
    ? [aborted, ...(limitOf(examined) === null ? [] : ends), cascadeUnresolved, contradictory, collapsed]
    : [
        aborted,
        ...ends,
        cascadeUnresolved,
        irrecoverable,
        intractable,
        contradictory,
        collapsed,
        stuck,
        clarified,
        flat,
      ]
  for (const rule of rules) {
    const decision = rule(examined)
    if (decision !== null) return decision
  }
  return midway ? null : { action: 'continue', ...triggerOf(state) }
}

import { countedClaim, openContradictions, standing } from '../evidence/counted.js'
import { bestAnswer, confidenceOf, voicesOf } from '../evidence/evidence.js'
import { isIndependentlyVerified, isVerified } from '../evidence/independence.js'
import { saidOf } from '../evidence/paper.js'
import { gates } from '../plan/priorities.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'

/** One thing that a success takes by the protocol (section 6.1). */
export interface Condition {
  readonly name: string
  readonly holds: boolean
  readonly why: string
}

type Judged = Pick<
  SessionState,
  'profile' | 'claims' | 'contradictions' | 'synthesis' | 'problem' | 'messages' | 'awaited'
>

/** Each condition of a success in the profile `paper`, whether it holds or not. */
export function conditions(session: Judged): readonly Condition[] {
  const { synthesis, problem, messages } = session
  const confidence = bestAnswer(session)?.confidence ?? null
  const needed = protocol.answer[problem.classification?.stakes ?? 'HIGH']
  const fatal = openContradictions(session).filter(({ severity }) => severity === 'FATAL')
  const alone = falseConsensus(session)
  const unverified = (synthesis?.restsOn ?? []).filter(
    (id) => !isVerified(countedClaim(session, id) ?? { factors: [] }),
  )
  const missing = gates.filter((agent) => messages.every((message) => message.agent !== agent))
  return [
    condition('answered', synthesis !== null, 'there is an answer', 'no answer was written'),
    condition(
      'sure_enough',
      confidence !== null && confidence > needed,
      'it is sure enough',
      `confidence is ${confidence?.toFixed(3) ?? 'unknown'} and has to exceed ${needed}`,
    ),
    condition(
      'no_fatal_contradiction',
      fatal.length === 0,
      'no fatal contradiction is open',
      `open: ${fatal.map(({ id }) => id).join(', ')}`,
    ),
    condition(
      'independent_voices',
      alone.length === 0,
      'independent voices or checks saw what is sure',
      alone.join('; '),
    ),
    condition(
      'verified',
      unverified.length === 0,
      'what the answer rests on was verified',
      `not verified: ${unverified.join(', ')}`,
    ),
    condition('complete', missing.length === 0, 'all gates were heard', `not heard: ${missing.join(', ')}`),
    ...verdicts.map(({ agent, isFine }) => {
      const native = messages.findLast((message) => message.agent === agent)?.native ?? null
      const why = native === null ? `agent ${agent} gave no verdict` : `agent ${agent} says ${native}`
      return condition(`agent_${agent}`, native !== null && isFine(native), why, why)
    }),
  ]
}

const condition = (name: string, holds: boolean, met: string, unmet: string): Condition => ({
  ...{ name, holds, why: holds ? met : unmet },
})

/** The agents whose word a success takes. */
const verdicts: readonly { readonly agent: number; readonly isFine: (native: string) => boolean }[] = [
  { agent: 40, isFine: (native) => native !== 'FATALLY_INCOMPLETE' },
  { agent: 44, isFine: (native) => native !== 'STEELMAN_DEFEATED' },
  { agent: 46, isFine: (native) => native !== 'NOTHING_SURVIVES' },
  { agent: 48, isFine: (native) => native === 'ON_TRACK' || native === 'SLOWING' },
  { agent: 52, isFine: (native) => native === 'SHIP' || native === 'SHIP_WITH_CAVEATS' },
]

/** Claims that matter and are sure only because voices that reason alike repeat each other. */
function falseConsensus(session: Judged): readonly string[] {
  return standing(session)
    .filter(({ id, critical }) => critical || session.synthesis?.restsOn.includes(id))
    .filter((claim) => confidenceOf(claim, session) !== null && saidOf(claim) >= protocol.sure)
    .filter((claim) => !isIndependentlyVerified(claim) && voicesOf(claim, session) < protocol.quorum)
    .map((claim) => `${claim.id} rests on ${voicesOf(claim, session).toFixed(2)} independent voices and no check`)
}

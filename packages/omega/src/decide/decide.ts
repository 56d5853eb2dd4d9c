import { isVerified } from '../confidence/algebra.js'
import { protocol } from '../config.js'
import { detect } from '../detect/detect.js'
import type { DetectorName, Finding } from '../detect/finding.js'
import { sharesUsed } from '../detect/progress.js'
import { claimOf, standing } from '../session/claims.js'
import { type EndCode, type EndStatus, type RecoveryKind, recoveryKinds, type Trigger } from '../session/log-event.js'
import type { SessionState } from '../session/state.js'
import { nativeOf } from './condition.js'
import { conditions } from './success.js'
import { triggerOf } from './trigger.js'

export type Decision =
  | {
      readonly action: 'end'
      readonly status: EndStatus
      readonly code: EndCode
      /** An answer that came with the last of the resources. */
      readonly atLimit: boolean
      readonly why: string
    }
  | { readonly action: 'recover'; readonly kind: RecoveryKind; readonly why: string }
  | { readonly action: 'deploy_more'; readonly trigger: Trigger; readonly why: string }
  | { readonly action: 'continue'; readonly trigger: Trigger; readonly why: string }

export interface DecideOptions {
  /**
   * Whether an answer that is reached exactly at a limit is a success, or, as section 6.4 has it to the letter, not.
   * @defaultValue 'success_first'
   */
  readonly order?: 'success_first' | 'literal'
}

/** A view of the state in which nothing is computed twice. */
interface View {
  readonly state: SessionState
  readonly findings: readonly Finding[]
  readonly found: (...names: readonly DetectorName[]) => Finding | undefined
  readonly tried: (kind: RecoveryKind) => boolean
  readonly midway: boolean
}

type Rule = (view: View) => Decision | null

/**
 * What to do at the end of an iteration, once its `iteration_ended` is folded. With `midway`, after a batch, only what
 * can't wait speaks: an abort, a limit, a collapse, contradictions that halt; null otherwise. A recovery that is
 * decided has to be carried out before the next question.
 *
 * It ends: an iteration limit is always there, and each recovery is tried once.
 */
export function decide(state: SessionState, options: DecideOptions & { readonly midway: true }): Decision | null
export function decide(state: SessionState, options?: DecideOptions & { readonly midway?: false }): Decision
export function decide(
  state: SessionState,
  options: DecideOptions & { readonly midway?: boolean } = {},
): Decision | null {
  const { order = 'success_first', midway = false } = options
  const findings = detect(state)
  const view: View = {
    state,
    findings,
    midway,
    found: (...names) => findings.find(({ detector }) => names.includes(detector)),
    tried: (kind) => state.recoveries.includes(kind),
  }
  const ends = order === 'literal' ? [limited, succeeded] : [succeeded, limited]
  const rules: readonly Rule[] = midway
    ? [aborted, ...(limitOf(view) === null ? [] : ends), cascadeUnresolved, contradictory, collapsed]
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
    const decision = rule(view)
    if (decision !== null) return decision
  }
  return midway ? null : { action: 'continue', ...triggerOf(state) }
}

const aborted: Rule = ({ state: { aborted } }) => {
  if (aborted?.reason === 'user') return ended('FAILURE', 'abort', aborted.message)
  return aborted?.reason === 'error' ? ended('FAILURE', 'irrecoverable', aborted.message) : null
}

const succeeded: Rule = (view) => {
  if (!conditions(view.state).every(({ holds }) => holds)) return null
  const limit = limitOf(view)
  return ended(
    'SUCCESS',
    'success',
    `all conditions hold${limit === null ? '' : `, at the limit: ${limit}`}`,
    limit !== null,
  )
}

const limited: Rule = (view) => {
  const limit = limitOf(view)
  return limit === null ? null : byProgress(view.state, 'resource', limit)
}

/** Which limit is reached; null while none is. Iterations end only at their end. */
function limitOf({ state, midway }: View): string | null {
  if (state.aborted?.reason === 'deadline' || state.aborted?.reason === 'limit') return state.aborted.message
  const used = sharesUsed(state).find(({ share }) => share >= 1)
  if (used !== undefined) return `the ${used.name} is used up`
  if (midway || state.iteration < protocol.maxIterations) return null
  return `iteration ${state.iteration} of ${protocol.maxIterations} is over`
}

const cascadeUnresolved: Rule = ({ found, tried }) => {
  const cascade = found('cascade')
  if (cascade === undefined || !tried('resolve_contradictions')) return null
  return ended('FAILURE', 'irrecoverable', `${cascade.message}, and nobody could resolve them`)
}

const irrecoverable: Rule = ({ state, found, tried }) => {
  const collapse = found('collapse')
  if (collapse?.severity === 'CRITICAL' && tried('restore_confidence'))
    return ended('FAILURE', 'irrecoverable', `${collapse.message}, after a recovery`)
  const lost = state.removed.filter((agent) => agent === 48 || agent === 52)
  return lost.length === 0 ? null : ended('FAILURE', 'irrecoverable', `no session without agent ${lost.join(' and ')}`)
}

/** The Falsifier (45) found no test that could settle a claim on which the answer depends (section 6.2). */
const intractable: Rule = ({ state }) => {
  if (nativeOf(state, 45) !== 'CLAIMS_UNFALSIFIABLE') return null
  const said = state.messages.findLast(({ header }) => header.agentId === 45)?.body.references ?? []
  const untestable = said
    .filter(({ type }) => type === 'CONTRADICTS')
    .flatMap(({ claim }) => claimOf(state, claim) ?? [])
    .filter(({ critical, status }) => critical && status === 'active')
  if (untestable.length === 0) return null
  return ended('FAILURE', 'intractable', `no test could settle ${untestable.map(({ id }) => id).join(', ')}`)
}

const contradictory: Rule = ({ found, tried }) => {
  const halt = found('cascade', 'contradiction_halt')
  if (halt === undefined || tried('resolve_contradictions')) return null
  return { action: 'recover', kind: 'resolve_contradictions', why: halt.message }
}

const collapsed: Rule = ({ found, tried }) => {
  const collapse = found('collapse')
  if (collapse?.severity !== 'CRITICAL' || tried('restore_confidence')) return null
  return { action: 'recover', kind: 'restore_confidence', why: collapse.message }
}

const stuck: Rule = ({ state, found, tried }) => {
  const why = found('circular', 'stall', 'convergence', 'quality')
  if (why === undefined) return null
  const kind = recoveryKinds.find((kind) => !tried(kind))
  return kind === undefined
    ? byProgress(state, 'exhausted', `${why.message}, and no recovery is left`)
    : { action: 'recover', kind, why: why.message }
}

/** A problem that wasn't well-defined goes on as it was clarified, whether or not that was much. */
const clarified: Rule = ({ state: { problem, trigger, iteration } }) =>
  problem.classification?.wellDefined === false && trigger === 'first'
    ? { action: 'continue', trigger: 'clarified', why: `iteration ${iteration} was for making the problem clear` }
    : null

/** Confidence doesn't rise any more: whoever hasn't been heard is, if anybody. */
const flat: Rule = ({ state }) => {
  const now = state.iterations.at(-1)
  const before = state.iterations.at(-3)
  if (now === undefined || before === undefined) return null
  const gain = now.confidence === null ? 0 : before.confidence === null ? 1 : now.confidence - before.confidence
  if (gain >= protocol.gain) return null
  const why = `confidence rose by less than ${protocol.gain} over two iterations`
  return unused(state).length === 0
    ? byProgress(state, 'exhausted', `${why}, and every agent was heard`)
    : { action: 'deploy_more', trigger: triggerOf(state).trigger, why }
}

/** Agents that a plan could still send: 1 to 52 less those that were sent or failed for good. */
function unused({ deployed, removed }: SessionState): readonly number[] {
  return Array.from({ length: 52 }, (_, index) => index + 1).filter(
    (agent) => !deployed.includes(agent) && !removed.includes(agent),
  )
}

function ended(status: EndStatus, code: EndCode, why: string, atLimit = false): Decision {
  return { action: 'end', status, code, atLimit, why }
}

/** What can't go on is partial when something came of it. */
function byProgress(state: SessionState, code: EndCode, why: string): Decision {
  return ended(hasProgress(state) ? 'PARTIAL' : 'FAILURE', code, why)
}

/** At least one claim that stands was verified, or one question answered. */
export function hasProgress(state: Pick<SessionState, 'claims' | 'questions'>): boolean {
  return standing(state).some(isVerified) || state.questions.answered.length > 0
}

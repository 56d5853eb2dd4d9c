import { causes, defaultProfile, profiles } from '@artoo/ggs'
import { countOption } from '@artoo/spec'
import { judgingFor } from '../escalation/rules.js'
import {
  areChecked,
  failsByCheck,
  forChecks,
  forModel,
  type Judgement,
  judgementOf,
  mostAsked,
  verdictsOf,
  withoutTheRest,
  withUnjudged,
} from '../evidence/verdicts.js'
import { called, goOn, seen } from '../looks/looking.js'
import { hearVerdicts, newTalk } from '../looks/talk.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { OutputValue } from '../messages/outputs.js'
import type { SubTask } from '../messages/plan.js'
import { restOnRefusals } from '../people/refusals.js'
import { defaultRoom } from '../prompts/room.js'
import { bySubtask } from '../role/by-subtask.js'
import type { Role, Step } from '../role/role.js'
import {
  type AgentValidatorComponents,
  type Attempt,
  initial,
  lookToolsOf,
  recordsOf,
  type State,
  sceneOf,
  withFindings,
  workOf,
} from './attempt.js'
import { correctionFor, type UnmetCriterion } from './correction.js'
import { classOfFailure } from './failure-class.js'
import { addedTo, asJudged, judgeRequest } from './judge-request.js'
import { type Conclusion, outcomeOf, progressOf, unjudgedSoFar, verdictsSoFar } from './outcome-of.js'

type Verdicts = OutputValue<'verdicts'>

/**
 * R4a: judges each attempt criterion by criterion and closes the fast loop. One failed criterion fails the attempt, and
 * what no record shows is not so; these rules are code, no model can bend them.
 *
 * @throws {ArtooError} `invalid_option` when `maxRetries` is no whole number from 0.
 */
export function createAgentValidator(
  components: AgentValidatorComponents = {},
): Role<'R4a', Readonly<Record<string, State>>> {
  const { refusals } = profiles[components.profile ?? defaultProfile]
  const maxRetries = countOption('maxRetries', components.maxRetries ?? 2, 0)
  const given = { ...components, maxRetries, refusals }
  const role: Role<'R4a', Readonly<Record<string, State>>> = bySubtask({
    actor: 'R4a',
    initial,
    decide(state, message) {
      if (message.type === 'SubTask') {
        const { payload } = message
        const none = payload.criteria.map(() => 0)
        return [{ ...state, subtask: payload, failures: none, judged: none }, []]
      }
      const { subtask, result, talk } = state
      if (!subtask) return [state, []]
      if (message.type === 'ExecutionResult') return examine(state, subtask, message.payload, given)
      if (!result) return [state, []]
      const attempt = { subtask, result, given }
      switch (message.type) {
        case 'CheckResult': {
          const judgements = { ...talk.judgements, [message.payload.index]: judgementOf(message.payload) }
          return checked({ ...state, talk: { ...talk, judgements } }, attempt)
        }
        case 'ModelReply':
          return reply(state, attempt, message.payload)
        case 'ToolResult':
          return seen(state, message.payload, sceneOf(state, attempt))
        case 'ModelFailure': {
          const { message: why, infrastructure } = message.payload
          return infrastructure ? stopUnjudged(state, attempt, why) : askOther(state, attempt, why)
        }
      }
    },
  })
  return { ...role, decide: (states, message) => role.decide(withFindings(states, message), message) }
}

/** Sends the checks first: a model is asked only for the rest. */
function examine(
  state: State,
  assigned: SubTask,
  result: ExecutionResult,
  given: Attempt['given'],
): Step<'R4a', State> {
  if (result.status === 'failed') {
    const failureReason = result.reason ?? 'the execution failed'
    const { infrastructure } = result
    const why = { failureReason, infrastructure, failureClass: classOfFailure(result) }
    return giveUp(state, { subtask: assigned, result, given }, why)
  }
  const { output } = result
  const toolCalls = [...state.before, ...result.toolCalls]
  const escalation =
    given.depth === 'auto' && assigned.direct ? judgingFor(workOf(state, assigned, toolCalls, given)) : null
  const subtask = asJudged(assigned, { ...result, toolCalls }, escalation !== null)
  const next = { ...state, subtask, result, talk: newTalk, correction: null }
  const { subtaskId: key, criteria } = subtask
  const checks = forChecks(criteria).map(({ index, check }): Outgoing<'R4a'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls } }
  })
  const attempt = { subtask, result, given }
  const [judging, sent] =
    checks.length > 0 ? ([next, [unjudgedSoFar(next, attempt), ...checks]] as const) : checked(next, attempt)
  const isNew = escalation !== null && escalation.because !== state.because
  if (!isNew) return [judging, sent]
  return [
    { ...judging, because: escalation.because },
    [{ type: 'Escalation', to: 'log', payload: escalation }, ...sent],
  ]
}

/** Once all checks are in: where one said no, that is what is mended first, and no model is asked. */
function checked(state: State, attempt: Attempt): Step<'R4a', State> {
  const { criteria } = attempt.subtask
  const { talk, earlier } = state
  if (!areChecked(criteria, talk.judgements)) return [state, []]
  if (failsByCheck(criteria, talk.judgements)) {
    return settle({ ...state, talk: { ...talk, judgements: withoutTheRest(criteria, talk.judgements) } }, attempt)
  }
  if (forModel(criteria).length === 0) return settle(state, attempt)
  const records = recordsOf(state, attempt)
  const [asked, request] = judgeRequest(talk, { ...attempt, earlier, records })
  return [{ ...state, talk: asked }, [unjudgedSoFar(state, attempt), request]]
}

function reply(
  state: State,
  attempt: Attempt,
  payload: Extract<Incoming<'R4a'>, { type: 'ModelReply' }>['payload'],
): Step<'R4a', State> {
  if (payload.kind === 'tool_calls') return called(state, payload.toolCalls, sceneOf(state, attempt))
  const isVerdicts = payload.output === 'verdicts' || payload.output === 'last_verdicts'
  return isVerdicts ? hear(state, attempt, payload.value as Verdicts) : [state, []]
}

/** Another tier than the judge's can be asked for what it owes. */
const hasOther = ({ subtask, given }: Attempt) => (given.hasSecondJudge ?? false) && subtask.request === null

/** Verdicts that are owed are asked of their judge, then of another tier where there is one; what stays open is nobody's fault who did the work. */
function hear(state: State, attempt: Attempt, { verdicts, correction }: Verdicts): Step<'R4a', State> {
  const { subtask, given } = attempt
  const { criteria } = subtask
  const { room = defaultRoom } = given
  const [talk, heard] = hearVerdicts(state.talk, verdicts, {
    ...{ criteria, records: recordsOf(state, attempt), room },
    readTools: lookToolsOf(state, attempt),
    added: addedTo(subtask, attempt.result),
    form: 'The other verdicts stand: answer with verdicts on these criteria alone.',
    hasOther: hasOther(attempt),
  })
  const next = { ...state, talk, correction: correction ?? state.correction }
  switch (heard.kind) {
    case 'judged':
      return settle(next, attempt)
    case 'open':
      return leaveOpen(next, attempt, heard.why)
    case 'again':
      return goOn(next, [heard.message], sceneOf(next, attempt))
    default:
      return heard satisfies never
  }
}

/** No verdicts that can be read: another tier is asked from the beginning, where there is one that was not asked yet. */
function askOther(state: State, attempt: Attempt, why: string): Step<'R4a', State> {
  if (!hasOther(attempt) || state.talk.asked > mostAsked) return leaveOpen(state, attempt, why)
  const { earlier, talk } = state
  const records = recordsOf(state, attempt)
  const [asked, request] = judgeRequest({ ...talk, asked: mostAsked + 1 }, { ...attempt, earlier, records })
  return [{ ...state, talk: asked }, [request]]
}

/** Leaves the open criteria unjudged: no correction follows from that, and no blame. */
function leaveOpen(state: State, attempt: Attempt, why: string): Step<'R4a', State> {
  const judgements = withUnjudged(attempt.subtask.criteria, state.talk.judgements, why)
  return settle({ ...state, talk: { ...state.talk, judgements } }, attempt)
}

/** Ends the subtask because the judge's provider failed: the work stands as it is, unjudged, and is not to blame. */
function stopUnjudged(state: State, attempt: Attempt, why: string): Step<'R4a', State> {
  const verdicts = verdictsSoFar(state, attempt, why)
  return conclude(state, attempt, {
    status: 'failed',
    verdicts,
    failureReason: `no verdict came: ${why}`,
    infrastructure: true,
  })
}

/** Once every criterion is judged: matched, another attempt, or failed. */
function settle(state: State, attempted: Attempt): Step<'R4a', State> {
  const { subtask, result, given } = attempted
  const { criteria, subtaskId } = subtask
  const { attempt } = result
  const { judgements, looking } = state.talk
  const counted = (before: readonly number[], isCounted: (judgement: Judgement | undefined) => boolean) =>
    criteria.map((_, index) => (before[index] ?? 0) + (isCounted(judgements[index]) ? 1 : 0))
  const failures = counted(state.failures, isUnmet)
  const judged = counted(state.judged, (judgement) => judgement?.verdict !== 'unjudged')
  const verdicts = verdictsOf(criteria, judgements, (index) => {
    return { failedAttempts: failures[index] ?? 0, attempts: Math.max(1, judged[index] ?? 0) }
  })
  if (verdicts.length < criteria.length) return [state, []]
  const unmet = criteria.flatMap((criterion, index): UnmetCriterion[] => {
    const judgement = judgements[index]
    return judgement && isUnmet(judgement) ? [{ criterion, judgement }] : []
  })
  const [first, ...others] = unmet
  if (!first) return conclude(state, attempted, { status: 'matched', verdicts })
  const isVain = given.refusals === 'once' && (isRefusedAlone(result, unmet) || attempt > correctionsWorth(unmet))
  if (attempt > given.maxRetries || isVain) {
    const failureReason = `unmet: ${unmet.map(({ criterion, judgement }) => `${criterion.text} (${judgement.evidence})`).join('; ')}`
    return conclude(state, attempted, { status: 'failed', verdicts, failureReason })
  }
  const payload = { subtaskId, attempt: attempt + 1, ...correctionFor(first, others, state.correction ?? null) }
  const soFar = progressOf(outcomeOf(state, attempted, { status: 'failed', verdicts }))
  const found = {
    attempt,
    unmet: unmet.map(({ criterion: { text }, judgement: { evidence } }) => ({ criterion: text, evidence })),
  }
  const looks = [...state.looks, ...looking.looks.map((record) => ({ record, after: result.toolCalls.length }))]
  const next = { ...state, result: null, talk: newTalk, failures, judged, looks, earlier: [...state.earlier, found] }
  return [next, [soFar, { type: 'CorrectionSignal', to: 'R3', payload }]]
}

/** No correction lifts a refusal: another plan may do without the call. */
const isRefusedAlone = ({ toolCalls }: ExecutionResult, unmet: readonly UnmetCriterion[]) =>
  restOnRefusals(
    toolCalls,
    unmet.map(({ criterion, judgement: { records } }) => ({ records, isOfChange: criterion.about === 'world' })),
  )

/** The most corrections that one of the causes is worth. What has no named cause may be anything. */
const correctionsWorth = (unmet: readonly UnmetCriterion[]) =>
  Math.max(
    ...unmet.map(({ judgement: { cause } }) => (cause === null ? Number.POSITIVE_INFINITY : causes[cause].corrections)),
  )

const isUnmet = (judgement: Judgement | undefined) => judgement?.verdict === 'fail'

/** Failed without verdicts: there was nothing to judge, or nobody to judge it. */
function giveUp(
  state: State,
  attempt: Attempt,
  why: Pick<Conclusion, 'failureReason' | 'failureClass' | 'infrastructure'>,
): Step<'R4a', State> {
  return conclude(state, attempt, { status: 'failed', verdicts: [], code: attempt.result.code, ...why })
}

/** The one outcome of a subtask. It is forgotten with it, whatever else arrives, but for the records of work that was not done. */
function conclude(state: State, attempt: Attempt, conclusion: Conclusion): Step<'R4a', State> {
  const payload = outcomeOf(state, attempt, conclusion)
  const before = payload.undone ? payload.toolCalls.map((record) => ({ ...record, earlier: true as const })) : []
  return [{ ...initial, before }, [{ type: 'SubTaskOutcome', to: 'R4b', payload }]]
}
